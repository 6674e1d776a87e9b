"""Training for the games of two teams: the calls, melds and contracts of all of them for many deals at once, networks
for calls and cards, sparring partners, the learner. Built on the batched rules of lab/train/batch.py.

In training forehand is seat 0. During the calls suits are natural; for the play they are exchanged so that trump is
suit 0 (obenabe and undenufe have none).
"""

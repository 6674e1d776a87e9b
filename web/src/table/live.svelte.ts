/**
 * The store of one table: subscribes, resumes after a cut, plays what happens at a pace that can be followed, sends
 * what the player does. A card is shown as played at once and comes back if the server refuses it.
 */
import type { Card } from '../cards/card';
import { sound } from '../ui/sound';
import { pace, settings } from '../settings/settings.svelte';
import type { AnyAction, AnySeen, Phrase, ToClient, Turn, Update } from '../lib/wire';
import { act, attach, send } from '../net/link.svelte';
import { nextStep } from './ceremony';
import { Known } from './known';
import { newsOf, turnNews, type News } from './news';
import { GATHER, shownFor, TRICK_LIES } from './pacing';
import { refusalOf, sceneOf, type Scene } from './scene';
import type { Saying, Seat } from './view';

const MANY = 14; // so many events at once are not played one by one, but shown as they ended

export class LiveTable {
  known = new Known('', null);
  scene = $state.raw<Scene>(sceneOf(this.known, null, false, null));
  now = $state.raw(this.known); // a fresh copy whenever something has changed
  joined = $state(false); // the first answer has come
  missing = $state<string | null>(null); // why there is no table
  news = $state.raw<readonly News[]>([]); // what a screen reader says, the latest last
  refusal = $state.raw<{ saying: Saying; n: number } | null>(null);
  reactions = $state.raw<Partial<Record<number, Phrase>>>({});
  spectators = $state(0);
  invitation = $state<string | null>(null);
  turn = $state.raw<Turn | null>(null);
  settled = $state(false);
  private told = 0;
  private moves = 0; // what has happened that may begin another turn: own doings, new deals
  private asked = ''; // the turn that has been announced
  private k = 0;
  private role: number | null = null;
  private fresh = true;
  private queue: AnySeen[] = [];
  private playing = false;
  private skip: (() => void) | null = null;
  private pending: { card: Card; id: string } | null = null;
  private ceremonyBusy = false;
  private sent = new Set<string>();
  private automatic: ReturnType<typeof setTimeout> | undefined;
  private gone = false;
  private detach: () => void;

  constructor(
    readonly id: string,
    private readonly secret: string | null = null,
  ) {
    this.detach = attach({ opened: () => this.subscribe(), frame: (frame) => this.hear(frame) });
  }

  leave(): void {
    this.gone = true;
    clearTimeout(this.automatic);
    send({ type: 'unsubscribe', table: this.id });
    this.detach();
    this.queue = [];
    this.skip?.();
  }

  do(action: AnyAction): string {
    const id = act(this.id, action, this.secret);
    this.sent.add(id);
    return id;
  }

  play(card: Card): void {
    if (this.pending || !this.settled) return;
    this.pending = { card, id: this.do({ type: 'play', card }) };
    sound('card');
    this.show();
  }

  /** The trick that lies there has been seen. */
  seen(): void {
    this.skip?.();
  }

  // ---------------------------------------------------------------------------------------------- the wire

  private subscribe(): void {
    this.fresh = true;
    send({ type: 'subscribe', table: this.id, k: this.k, seat: this.role, ...(this.secret ? { invitation: this.secret } : {}) });
  }

  private hear(frame: ToClient): void {
    if (!('table' in frame) || frame.table !== this.id) return;
    switch (frame.type) {
      case 'subscribed':
        this.role = frame.seat ?? null;
        this.invitation = frame.invitation ?? null;
        if (frame.k !== this.k || !this.joined) this.begin(frame.k);
        this.fresh = true;
        this.known.me = this.role as Seat | null;
        this.missing = null;
        break;
      case 'update':
        this.update(frame);
        break;
      case 'presence':
        this.spectators = frame.spectators;
        break;
      case 'refused':
        if (this.sent.delete(frame.id)) this.refused(frame.id, frame.reason);
        break;
      case 'reacted':
        this.react(frame.seat, frame.phrase);
        break;
      case 'trouble':
        if (frame.id && this.sent.delete(frame.id)) this.refused(frame.id, frame.reason);
        else if (frame.reason === 'no-such-table' || frame.reason === 'not-allowed') this.missing = frame.reason;
        break;
      default:
    }
  }

  /** Forget everything and start from the k-th thing (0, or the server did not accept our count). */
  private begin(k: number): void {
    this.k = k;
    this.queue = [];
    this.known = new Known('', this.role as Seat | null);
    this.skip?.();
  }

  private update(update: Update): void {
    const start = update.k - update.events.length;
    if (start > this.k) {
      this.subscribe(); // something is missing: ask for it
      return;
    }
    const events = update.events.slice(this.k - start);
    this.k = Math.max(this.k, update.k);
    this.turn = update.turn;
    if (update.accepted) this.sent.delete(update.accepted);
    this.queue.push(...events);
    const atOnce = (this.fresh && (!this.joined || this.queue.length > MANY)) || document.visibilityState === 'hidden';
    this.fresh = false;
    this.joined = true;
    if (atOnce) this.catchUp();
    else void this.playOn();
  }

  private refused(id: string, reason: string): void {
    if (this.pending?.id === id) this.pending = null;
    this.refusal = { saying: refusalOf(reason, this.known), n: (this.refusal?.n ?? 0) + 1 };
    sound('refused');
    this.show();
  }

  private tell(sayings: readonly Saying[]): void {
    if (sayings.length > 0) this.news = [...this.news, ...sayings.map((saying) => ({ saying, n: ++this.told }))].slice(-12);
  }

  private react(seat: number, phrase: Phrase): void {
    this.tell([{ key: 'live.says', values: { name: this.known.seats[seat as Seat]?.player?.name ?? '' }, saying: { key: `phrase.${phrase}` } }]);
    this.reactions = { ...this.reactions, [seat]: phrase };
    setTimeout(() => {
      if (this.reactions[seat] === phrase) this.reactions = { ...this.reactions, [seat]: undefined };
    }, 4_000);
  }

  // ------------------------------------------------------------------------------------------------ playing

  private catchUp(): void {
    const events = this.queue;
    this.queue = [];
    for (const event of events) this.take(event);
    if (this.known.sweep) this.known.clearTrick();
    this.skip?.();
    if (!this.playing) this.settle();
  }

  private async playOn(): Promise<void> {
    if (this.playing) return;
    this.playing = true;
    for (let event = this.queue.shift(); event; event = this.queue.shift()) {
      const own = event.type === 'card-played' && event.seat === this.known.me && event.card === this.pending?.card;
      this.take(event);
      this.tell(newsOf(event, this.known));
      if (event.type === 'card-played' && !own) sound('card');
      if (event.type === 'match-ended') sound('end');
      if (event.type === 'trick-taken') await this.lookAtTrick();
      else {
        const wait = shownFor(event) * pace();
        if (wait > 0) {
          this.show();
          await this.pause(wait);
        }
      }
    }
    this.playing = false;
    this.settle();
  }

  private async lookAtTrick(): Promise<void> {
    this.show();
    await this.pause(settings.trickWaits && this.known.me !== null ? null : TRICK_LIES * pace());
    sound('trick');
    this.known.clearTrick();
    this.show();
    await this.pause(GATHER * pace());
  }

  /** Waits; for ever if no time is given, until `seen`. */
  private pause(time: number | null): Promise<void> {
    return new Promise((resolve) => {
      const timer = time === null ? undefined : setTimeout(() => this.skip?.(), time);
      this.skip = () => {
        clearTimeout(timer);
        this.skip = null;
        resolve();
      };
    });
  }

  private take(event: AnySeen): void {
    this.known.see(event);
    if (event.type === 'deal-started' || ('seat' in event && event.seat === this.known.me)) this.moves += 1;
    if (event.type === 'card-played' && event.seat === this.known.me) this.pending = null;
  }

  private show(): void {
    this.settled = !this.playing && this.queue.length === 0;
    this.scene = sceneOf(this.known, this.turn, this.settled, this.pending?.card ?? null);
    this.now = this.known.copy();
  }

  private settle(): void {
    this.show();
    if (this.gone) return;
    const turn = turnNews(this.scene);
    const asked = turn ? `${this.moves} ${turn.key}` : '';
    if (turn && asked !== this.asked) this.tell([turn]);
    this.asked = asked;
    void this.ceremony();
    this.actForPlayer();
  }

  /** What needs no decision: having no melds to declare, and, if wished, a card that is forced. */
  private actForPlayer(): void {
    clearTimeout(this.automatic);
    const choices = this.settled && !this.pending ? this.turn?.choices : null;
    if (!choices) return;
    const cards = (choices.cards ?? []) as Card[];
    const declarations = (choices.actions ?? []).filter((action) => action.type === 'declare');
    const holds = declarations.some((action) => action.melds.length > 0);
    const wait = (500 + Math.random() * 700) * pace(); // as if thinking: the pause tells nothing
    const k = this.k;
    const soon = (then: () => void): void => {
      this.automatic = setTimeout(() => this.k === k && then(), wait);
    };
    if (declarations.length > 0 && !holds && cards.length === 0) soon(() => this.do({ type: 'declare', melds: [] }));
    else if (settings.autoPlay && cards.length === 1 && !holds) soon(() => this.play(cards[0]!));
  }

  private async ceremony(): Promise<void> {
    if (this.ceremonyBusy || this.gone || this.known.stage === 'over') return;
    this.ceremonyBusy = true;
    try {
      const step = await nextStep(this.id, this.known);
      if (step) this.do(step);
    } finally {
      this.ceremonyBusy = false;
    }
  }
}

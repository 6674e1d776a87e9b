"""Who somebody is: guests, accounts, passkeys, recovery codes, API tokens, reports, bans. Mounted by server.app."""

/** The list of public tables, live, and quick play. For the home page. */
import type { LobbyTable, ToClient } from '../lib/wire';
import { attach, send } from '../net/link.svelte';

export class Lobby {
  tables = $state.raw<readonly LobbyTable[]>([]);
  trouble = $state<string | null>(null);
  wanted = $state<string | null>(null); // a game in which a seat is looked for
  private detach: () => void;

  constructor(private readonly onseat: (table: string) => void) {
    this.detach = attach({ opened: () => this.begin(), frame: (frame) => this.hear(frame) });
  }

  /** Also after a cut, and for whoever was quicker than the connection. */
  private begin(): void {
    send({ type: 'watch-lobby' });
    if (this.wanted !== null) send({ type: 'quick-play', variant: this.wanted });
  }

  leave(): void {
    send({ type: 'unwatch-lobby' });
    this.detach();
  }

  quickPlay(variant: string): void {
    this.trouble = null;
    this.wanted = variant;
    send({ type: 'quick-play', variant });
  }

  private hear(frame: ToClient): void {
    if (frame.type === 'lobby') this.tables = frame.tables;
    else if (frame.type === 'lobby-change') {
      const others = this.tables.filter((table) => table.id !== frame.id);
      const known = this.tables.some((table) => table.id === frame.id);
      const changed = frame.table ?? null;
      if (!changed) this.tables = others;
      else this.tables = known ? this.tables.map((table) => (table.id === frame.id ? changed : table)) : [changed, ...others];
    } else if (frame.type === 'quick-seat') {
      this.wanted = null;
      this.onseat(frame.table);
    } else if (frame.type === 'trouble' && !('table' in frame && frame.table)) {
      this.wanted = null;
      this.trouble = frame.reason;
    }
  }
}

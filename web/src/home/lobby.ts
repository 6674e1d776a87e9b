/** What the home page shows: the games with their options (generated from the server's), and the public tables. */
import type { OrderFamily } from '../cards/card';
import type { LobbyTable } from '../lib/wire';

export type OptionValue = string | number | boolean | readonly (string | number)[] | Readonly<Record<string, number>>;
export interface OptionSpec {
  name: string; // texts: option.<name> and option.<name>.<value>
  values: readonly OptionValue[]; // with true and false it is drawn as a switch
  preset: OptionValue;
  with?: Readonly<Record<string, readonly OptionValue[]>>; // can be chosen only beside these values of others
  then?: Readonly<Record<string, Readonly<Record<string, OptionValue>>>>; // what others stand at beside a value of this
}
export type Chosen = Readonly<Record<string, OptionValue>>;
export interface Game {
  id: string;
  team: boolean;
  cards: number;
  family: OrderFamily;
  rounds: number | null;
  options: readonly OptionSpec[];
}
export interface NewTable {
  variant: string;
  options: Record<string, OptionValue>;
  level: string;
  clock: number | null; // seconds a move
  public: boolean;
  alone: boolean;
}

export const sameValue = (a: OptionValue, b: OptionValue): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What an option stands at: as chosen, or as another choice brings it along, or as the game has it. */
export function valueOf(options: readonly OptionSpec[], chosen: Chosen, option: OptionSpec): OptionValue {
  return chosen[option.name] ?? broughtAlong(options, chosen, option) ?? option.preset;
}
function broughtAlong(options: readonly OptionSpec[], chosen: Chosen, option: OptionSpec): OptionValue | undefined {
  for (const other of options) {
    const brought = other.then?.[String(chosen[other.name] ?? other.preset)]?.[option.name];
    if (brought !== undefined) return brought;
  }
  return undefined;
}
/** The options that can be chosen beside what has been chosen. */
export function offered(options: readonly OptionSpec[], chosen: Chosen): readonly OptionSpec[] {
  return options.filter((option) =>
    Object.entries(option.with ?? {}).every(([name, values]) => {
      const other = options.find((one) => one.name === name)!;
      return values.some((value) => sameValue(value, valueOf(options, chosen, other)));
    }),
  );
}
/** What the server is told: offered options that differ from what they stand at by themselves. */
export function toSend(options: readonly OptionSpec[], chosen: Chosen): Record<string, OptionValue> {
  const all = offered(options, chosen);
  const other = all.filter((option) => {
    const { [option.name]: mine, ...rest } = chosen;
    return mine !== undefined && !sameValue(mine, valueOf(options, rest, option));
  });
  return Object.fromEntries(other.map((option) => [option.name, chosen[option.name]!]));
}

export const freeSeats = (table: LobbyTable): number => table.seats.filter((seat) => seat.player == null).length;
export const playersOf = (table: LobbyTable): string => table.seats.flatMap((seat) => seat.player?.name ?? []).join(', ');

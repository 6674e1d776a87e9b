/** What a catalogue holds: a text, or a text in the plural forms of its language. `{name}` marks a gap to fill. */
export type Plural = { readonly one: string; readonly other: string; readonly many?: string };
export type Message = string | Plural;
export type Values = Readonly<Record<string, string | number>>;

export function format(message: Message, values: Values, language: string): string {
  let text: string;
  if (typeof message === 'string') text = message;
  else {
    const form = new Intl.PluralRules(language).select(Number(values['n'] ?? 0));
    text = form === 'one' ? message.one : form === 'many' ? (message.many ?? message.other) : message.other;
  }
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}

/**
 * Which rule matters now for somebody who plays for the first time. No rules are decided here: what is due follows
 * from what the server offers, and from the rules as the table was fixed with them. For Hint.svelte.
 */
import type { Known } from './known';
import type { Panel } from './scene';
import type { TableView } from './view';

export const HINTS = [
  'estimate', 'aloud', 'partner', 'choose.swiss', 'choose.oben', 'choose.seven', 'choose.name', 'choose.take',
  'choose.accept', 'bid', 'coinche', 'meld', 'ten', 'contract', 'contract.more', 'follow', 'follow.base',
  'follow.amsterdam', 'follow.rotterdam', 'follow.french', 'void', 'void.swiss', 'puur', 'roem', 'aim', 'last',
] as const;
export type Hint = (typeof HINTS)[number];

/** All that fit this moment, the most important first. */
export function hintsFor(known: Known, view: TableView, panel: Panel | null): Hint[] {
  if (known.me === null) return [];
  if (panel) return forPanel(known, panel);
  return view.legal === null ? [] : [...forTrick(known, view), ...forScore(known)];
}

function forPanel({ rules }: Known, panel: Panel): Hint[] {
  if (panel.kind === 'estimate') return panel.aloud ? ['estimate', 'aloud'] : ['estimate'];
  if (panel.kind === 'meld') return ['meld'];
  if (panel.kind === 'bid') return panel.coinche ? ['partner', 'bid', 'coinche'] : ['partner', 'bid'];
  if (panel.accept) return ['partner', panel.upcard ? 'choose.take' : 'choose.accept'];
  if (panel.decline === 'shove') return ['partner', ...(rules.trump_selection === 'seven-of-hearts' ? ['choose.seven' as const] : ['choose.swiss' as const, 'choose.oben' as const])];
  return panel.decline === 'pass' ? ['partner', 'choose.name'] : ['partner'];
}

function forTrick({ rules, contract }: Known, view: TableView): Hint[] {
  const led = view.trick.plays[0]?.card[1];
  const trump = contract === 'obenabe' || contract === 'undenufe' ? null : contract;
  const found: Hint[] = [];
  if (led !== undefined && trump !== null) {
    const holds = view.hand.some((card) => card[1] === led);
    const trumps = view.hand.filter((card) => card[1] === trump);
    if (rules.play === 'swiss' && led === trump && trumps.length === 1 && trumps[0]![0] === 'J') found.push('puur');
    else if (Object.keys(view.refusals).length > 0) found.push(rules.play === undefined || rules.play === 'swiss' ? 'follow' : `follow.${rules.play}`);
    if (rules.play === 'swiss' && !holds && led !== trump) found.push(rules.undertrump === 'only-trumps-left' ? 'void.swiss' : 'void');
  }
  return found;
}

function forScore({ rules, tricks, last, declarer }: Known): Hint[] {
  const found: Hint[] = [];
  if (rules.teams) found.push('partner');
  if (rules.order === 'ten') found.push('ten');
  if (declarer !== null && rules.contract === 'cards-76') found.push('contract');
  if (rules.contract === 'more-than-half' || rules.contract === 'takers-ahead') found.push('contract.more');
  if (last?.roem) found.push('roem');
  if (rules.estimates && tricks >= 3) found.push('aim');
  if (tricks >= 6) found.push('last');
  return found;
}

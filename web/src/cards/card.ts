/**
 * Cards as the wire writes them (rank then suit, "JH"), and their order in a hand.
 * Anybody in the client may use it. It knows how cards are *shown*, not how they are played.
 */
export const SUITS = ['H', 'S', 'D', 'C'] as const;
export const RANKS = ['6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'] as const;
export type Suit = (typeof SUITS)[number];
export type Rank = (typeof RANKS)[number];
export type Card = `${Rank}${Suit}`;
export type Deck = 'french' | 'swiss' | 'salzburg';
export const DECKS: readonly Deck[] = ['french', 'swiss', 'salzburg'];

/** How a contract orders the cards of a suit, strongest first (for sorting and for the rules pages). */
export type OrderFamily = 'swiss' | 'ten' | 'oben' | 'unden';
const ORDER: Record<OrderFamily, { trump: string; plain: string }> = {
  swiss: { trump: 'J9AKQT876', plain: 'AKQJT9876' },
  ten: { trump: 'J9ATKQ876', plain: 'ATKQJ9876' },
  oben: { trump: 'AKQJT9876', plain: 'AKQJT9876' },
  unden: { trump: '6789TJQKA', plain: '6789TJQKA' },
};

export const suitOf = (card: Card): Suit => card[1] as Suit;
export const rankOf = (card: Card): Rank => card[0] as Rank;

/** Strongest first; only ranks from `lowest` up (32-card games leave the sixes out). */
export function order(family: OrderFamily, trump: boolean, lowest: '6' | '7' = '6'): Rank[] {
  const ranks = [...ORDER[family][trump ? 'trump' : 'plain']] as Rank[];
  return lowest === '7' ? ranks.filter((rank) => rank !== '6') : ranks;
}

/** The hand as it is held: trumps first if wished, red and black suits alternating, strong cards to the left. */
export function sortHand(
  hand: readonly Card[],
  trump: Suit | null,
  family: OrderFamily = 'swiss',
  trumpFirst = true,
): Card[] {
  const suits = [...SUITS];
  if (trump && trumpFirst) {
    const at = suits.indexOf(trump);
    suits.push(...suits.splice(0, at));
  }
  const place = (card: Card): number => {
    const suit = suitOf(card);
    const ranks = ORDER[family][suit === trump ? 'trump' : 'plain'];
    return suits.indexOf(suit) * 10 + ranks.indexOf(rankOf(card));
  };
  return [...hand].sort((a, b) => place(a) - place(b));
}

/** The player's own settings, kept in this browser (and, for accounts, on the server: see account sync). */
import type { Deck } from '../cards/card';

export interface Settings {
  deck: Deck;
  fourColours: boolean;
  suitLetters: boolean;
  theme: 'auto' | 'light' | 'dark' | 'contrast';
  speed: 'slow' | 'normal' | 'fast' | 'instant';
  trickWaits: boolean;
  sounds: boolean;
  vibrate: boolean;
  autoPlay: boolean;
  twoTaps: boolean;
  leftHanded: boolean;
  cardSize: 'normal' | 'large';
  trumpFirst: boolean;
  hints: boolean;
}

const STORED = 'puur.settings';
export const DEFAULTS: Readonly<Settings> = {
  deck: 'french', fourColours: false, suitLetters: false, theme: 'auto', speed: 'normal', trickWaits: false,
  sounds: false, vibrate: true, autoPlay: false, twoTaps: false, leftHanded: false, cardSize: 'normal',
  trumpFirst: true, hints: true,
};

/** Takes what is stored, field by field, and only where the type is still the one we expect. */
export function readSettings(stored: string | null): Settings {
  const result: Settings = { ...DEFAULTS };
  try {
    const raw: unknown = JSON.parse(stored ?? '{}');
    if (typeof raw === 'object' && raw !== null)
      for (const [name, value] of Object.entries(raw))
        if (name in DEFAULTS && typeof value === typeof DEFAULTS[name as keyof Settings])
          Object.assign(result, { [name]: value });
  } catch {
    return result; // a damaged store is as good as none
  }
  return result;
}

const store = typeof localStorage === 'undefined' ? null : localStorage;
export const settings = $state<Settings>(readSettings(store?.getItem(STORED) ?? null));

let saved: () => void = () => undefined;
/** What else is to be done whenever settings were saved: accounts keep them on the server too. */
export const onSaved = (then: () => void): void => void (saved = then);

export function saveSettings(): void {
  store?.setItem(STORED, JSON.stringify(settings));
  saved();
}

/** Milliseconds by which the table moves; 1 is the normal pace. */
export const pace = (): number => ({ slow: 1.8, normal: 1, fast: 0.5, instant: 0.08 })[settings.speed];

export function applyTheme(): void {
  const system = matchMedia('(prefers-contrast: more)').matches
    ? 'contrast'
    : matchMedia('(prefers-color-scheme: dark)').matches
      ? 'dark'
      : 'light';
  document.documentElement.dataset['theme'] = settings.theme === 'auto' ? system : settings.theme;
}

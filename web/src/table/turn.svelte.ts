/** 'Your turn' by sound, by vibration and in the title of the page. Called once by the table's page. */
import { t } from '../i18n/i18n.svelte';
import { buzz, sound } from '../ui/sound';

export function tellTurn(mine: () => boolean): void {
  let before = false;
  $effect(() => {
    const now = mine();
    document.title = now ? t('table.title.turn') : `Puur – ${t('app.tagline')}`;
    if (now && !before) {
      sound('turn');
      buzz();
    }
    before = now;
  });
}

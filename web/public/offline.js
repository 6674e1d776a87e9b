/* Texts of the offline page, which must work without anything else. */
const texts = {
  de: ['Kein Netz', 'Der Server ist nicht erreichbar. Prüfe deine Verbindung; dein Platz am Tisch bleibt dir erhalten.', 'Nochmals versuchen'],
  fr: ['Pas de réseau', 'Le serveur n’est pas joignable. Vérifie ta connexion ; ta place à la table t’est gardée.', 'Réessayer'],
  it: ['Nessuna rete', 'Il server non è raggiungibile. Controlla la connessione; il tuo posto al tavolo resta tuo.', 'Riprova'],
  en: ['No network', 'The server cannot be reached. Check your connection; your seat at the table is kept.', 'Try again'],
  nl: ['Geen netwerk', 'De server is niet bereikbaar. Controleer je verbinding; je plaats aan tafel blijft van jou.', 'Opnieuw proberen'],
};
const wished = [localStorage.getItem('puur.language') || '', ...navigator.languages].map((one) => one.slice(0, 2));
const language = wished.find((one) => one in texts) || 'en';
const [title, why, again] = texts[language];
document.documentElement.lang = language;
document.title = `${title} – Puur`;
document.querySelector('h1').textContent = title;
document.querySelector('p').textContent = why;
const button = document.querySelector('button');
button.textContent = again;
button.addEventListener('click', () => location.reload());
addEventListener('online', () => location.reload());
// The network may be there and the server not, or the news of the network may have been missed: ask now and then.
setInterval(() => {
  fetch('/manifest.webmanifest', { cache: 'no-store' }).then((answer) => answer.ok && location.reload(), () => undefined);
}, 3000);

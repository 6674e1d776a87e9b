/** Puts a text on the clipboard, also where plain HTTP closes the modern way. Anybody in the client may use it. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.readOnly = true;
    field.className = 'visually-hidden';
    (document.querySelector('dialog[open]') ?? document.body).append(field);
    const before = document.activeElement;
    field.select();
    document.execCommand('copy');
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}

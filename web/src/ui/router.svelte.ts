/** Which page is shown, from the address bar. Plain links work: clicks on own addresses are taken over. */
export type Route =
  | { page: 'home' }
  | { page: 'table'; id: string }
  | { page: 'invite'; secret: string }
  | { page: 'rules'; variant: string | null }
  | { page: 'replay'; id: string }
  | { page: 'fair'; id: string | null }
  | { page: 'account' }
  | { page: 'admin' }
  | { page: 'missing' };

export function routeOf(path: string): Route {
  const [first = '', second] = path.split('/').filter(Boolean).map(decodeURIComponent);
  if (first === '') return { page: 'home' };
  if (first === 'table' && second) return { page: 'table', id: second };
  if (first === 'invite' && second) return { page: 'invite', secret: second };
  if (first === 'rules') return { page: 'rules', variant: second ?? null };
  if (first === 'replay' && second) return { page: 'replay', id: second };
  if (first === 'fair') return { page: 'fair', id: second ?? null };
  if (first === 'account' && !second) return { page: 'account' };
  if (first === 'admin' && !second) return { page: 'admin' };
  return { page: 'missing' };
}

let route = $state.raw<Route>(routeOf(typeof location === 'undefined' ? '/' : location.pathname));
export const currentRoute = (): Route => route;

export function go(path: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', path);
  else history.replaceState(null, '', path);
  route = routeOf(location.pathname);
  scrollTo(0, 0);
}

export function listen(): void {
  addEventListener('popstate', () => (route = routeOf(location.pathname)));
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.target || link.origin !== location.origin || link.hasAttribute('download') || link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}

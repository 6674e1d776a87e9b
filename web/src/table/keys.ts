/** What this browser keeps of tables: where one sits, and the secrets of invitations. For pages. */
const TABLE = 'puur.table';
const secretName = (id: string): string => `puur.invitation.${id}`;

export const ownTable = {
  get: (): string | null => localStorage.getItem(TABLE),
  remember: (id: string): void => localStorage.setItem(TABLE, id),
  forget: (id: string): void => {
    if (localStorage.getItem(TABLE) === id) localStorage.removeItem(TABLE);
  },
};
export const secretOf = (id: string): string | null => sessionStorage.getItem(secretName(id));
export const keepSecret = (id: string, secret: string): void => sessionStorage.setItem(secretName(id), secret);

const fresh = new Set<string>();
/** Remember until the next question that somebody has just come here by an invitation. */
export const comesByInvitation = (id: string): void => void fresh.add(id);
export const cameByInvitation = (id: string): boolean => fresh.delete(id);

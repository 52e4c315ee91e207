// What an owner is called in letters. Pure.

interface Named {
  firstName: string | null;
  lastName: string | null;
  email: string;
}

/** The name to greet an owner by. Before the address is confirmed the name is anybody's words, and a letter carries none of it. */
export const greetingName = (user: Named & { emailVerified: boolean }): string =>
  user.emailVerified ? (user.firstName ?? '') : '';

/** The name on the envelope, by the same rule. */
export const envelopeName = (user: Named & { emailVerified: boolean }): string =>
  user.emailVerified ? ownerName(user) : '';

export const ownerName = ({ firstName, lastName, email }: Named): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email;

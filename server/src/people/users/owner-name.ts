// The name of an owner in letters. Pure.

interface NameFields {
  firstName: string | null;
  lastName: string | null;
  email: string;
}

/**
 * The name in the greeting of every letter to an owner. Empty while the address is unconfirmed, because a stranger may have written the
 * name.
 */
export const greetingName = ({
  firstName,
  emailVerified,
}: Pick<NameFields, 'firstName'> & { emailVerified?: boolean }) => (emailVerified === false ? '' : (firstName ?? ''));

/** The name in the To header, by the same rule. */
export const envelopeName = (user: NameFields & { emailVerified?: boolean }): string =>
  user.emailVerified === false ? '' : ownerName(user);

export const ownerName = ({ firstName, lastName, email }: NameFields): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email;

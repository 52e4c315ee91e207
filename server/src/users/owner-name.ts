// What an owner is called in letters. Pure.

interface Named {
  firstName: string | null;
  lastName: string | null;
  email: string;
}

export const ownerName = ({ firstName, lastName, email }: Named): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email;

// What may be a mistake in an executor's address. It may be meant, so it stops nobody.
export const isSameAddress = (one = '', other = ''): boolean =>
  one.trim() !== '' && one.trim().toLowerCase() === other.trim().toLowerCase();

interface OtherAddresses {
  ownEmail: string;
  recipientEmails: readonly string[];
}

export function doubtAboutExecutor(
  email: string | undefined,
  { ownEmail, recipientEmails }: OtherAddresses,
): string | undefined {
  if (isSameAddress(email, ownEmail))
    return 'This is your own address. Choose somebody who can release the vault when you cannot.';
  if (recipientEmails.some((recipientEmail) => isSameAddress(email, recipientEmail)))
    return 'This is also the recipient, who could open the vault as soon as the code arrives.';
  return undefined;
}

// The settings of mail: how emails leave, and where bounces go.
import { StartRefused } from '../platform/lib/start-refused.ts';
import { address, url, type ValueOf, type Variable } from './setting-kinds.ts';

/** The token after the plus sign needs the rest of the 64 characters before the @ (`letters/bounces/return-path.ts`). */
const maxNameLength = 20;
const bounceName = new RegExp(`^[\\w.-]{1,${maxNameLength}}@`);

const bounceAddress = (about: string): Variable<string> => {
  const kind = address(about);
  return {
    ...kind,
    takes: `an email address with at most ${maxNameLength} characters before the @, from a to z, digits, dots, hyphens and underscores`,
    read: (value) => (bounceName.test(value) ? kind.read(value) : undefined),
  };
};

export const mailSettings = {
  SMTP_URL: url(
    'The mail server. On one machine it may be left out, and emails are shown at /dev/mail; a service for others needs it.',
    ['smtp:', 'smtps:'],
    { secret: true },
  ),
  MAIL_FROM: address('The sender of emails.', 'letters@remembrance.example'),
  BOUNCE_ADDRESS: bounceAddress(
    'Where emails that cannot be delivered come back, such as bounce@mail.example.org: a token goes after a plus sign in it (docs/guide/bounces.md). If it is not set, they come back to MAIL_FROM.',
  ),
  BOUNCE_IMAP_URL: url(
    'The mailbox of BOUNCE_ADDRESS: imaps://<user>:<password>@<server>, or imap:// for STARTTLS, which another machine must then offer. A folder other than INBOX is its path.',
    ['imaps:', 'imap:'],
    { secret: true },
  ),
} as const;

type Values = { [Name in keyof typeof mailSettings]: ValueOf<(typeof mailSettings)[Name]> };

/** @throws {StartRefused} if settings are missing or in conflict */
export function readMail({ SMTP_URL: smtpUrl, MAIL_FROM: from, BOUNCE_ADDRESS, BOUNCE_IMAP_URL }: Values) {
  if (BOUNCE_IMAP_URL && !BOUNCE_ADDRESS)
    throw new StartRefused(
      'BOUNCE_IMAP_URL goes with BOUNCE_ADDRESS; set that to the address whose emails arrive in this mailbox.',
    );
  if (BOUNCE_IMAP_URL && !hasLogin(BOUNCE_IMAP_URL))
    throw new StartRefused(
      'BOUNCE_IMAP_URL lacks the user or the password, or they are not written as in a URL; begin it with imaps://<user>:<password>@, with an @ in them as %40 and a % as %25.',
    );
  return { smtpUrl, from, bounceAddress: BOUNCE_ADDRESS, bounceMailboxUrl: BOUNCE_IMAP_URL };
}

function hasLogin(imapUrl: string): boolean {
  const { username, password, pathname } = new URL(imapUrl);
  try {
    decodeURIComponent(username + password + pathname);
  } catch {
    return false;
  }
  return username !== '' && password !== '';
}

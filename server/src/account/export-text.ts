// The readable texts of an export, in addition to the JSON. Pure.

export interface ExportedVault {
  id: string;
  title: string;
  status: string;
  plan: string;
  paymentStatus: string;
  recipient: { name: string; email: string; secondEmail: string | null };
  /** Whether the recipient is reminded and the executors are asked if nothing is opened. */
  followUp: boolean;
  message: string;
  /** The questions only. Answers are not stored in a readable form. */
  securityQuestions: string[];
  executors: { name: string; email: string; secondEmail: string | null }[];
  files: {
    name: string;
    path: string;
    caption: string;
    transcript: string;
    type: string;
    sizeBytes: number;
    addedAt: string;
    /** Its stored bytes are damaged. The intact part is in the export. */
    isDamaged: boolean;
  }[];
  scheduledReleaseDate: string | null;
  createdAt: string;
  activatedAt: string | null;
  releasedAt: string | null;
  history: { at: string; by: string; event: string }[];
}

export function vaultText(vault: ExportedVault): string {
  const lines = [
    vault.title,
    '='.repeat(Math.min(vault.title.length, 72)),
    '',
    `For:       ${personText(vault.recipient)}`,
    `State:     ${vault.status}${vault.releasedAt ? `, released ${vault.releasedAt}` : ''}`,
    `Created:   ${vault.createdAt}`,
    ...(vault.scheduledReleaseDate ? [`Date set:  ${vault.scheduledReleaseDate}`] : []),
    ...vault.executors.map((executor) => `Executor:  ${personText(executor)}`),
    ...vault.securityQuestions.map((question) => `Question:  ${question}`),
    ...vault.files.map((file) => `File:      ${fileText(file)}`),
    '',
    'Message',
    '-------',
    vault.message,
    ...vault.files.filter(({ transcript }) => transcript).flatMap(({ path, transcript }) => ['', path, '', transcript]),
  ];
  return `${lines.join('\n')}\n`;
}

const personText = ({ name, email, secondEmail }: ExportedVault['recipient']): string =>
  `${name} <${email}>${secondEmail ? `, <${secondEmail}>` : ''}`;

const fileText = ({ path, caption, isDamaged }: ExportedVault['files'][number]): string =>
  [path, caption && `“${caption}”`, isDamaged && 'damaged where we store it, so it is not complete here']
    .filter(Boolean)
    .join(', ');

export const readmeText = (
  productName: string,
  at: string,
): string => `Your account with ${productName}, as it was on ${at}.

account.json                  who you are, where you are signed in, your plans and payments, the letters we wrote to you
vaults/<number> <title>/      one folder for each vault:
  vault.txt                   the vault in words
  vault.json                  the same for programs
  files/                      the files you put into it

Executors' codes and the answers to your questions are not in here: nobody can read them, not even we.
All times are in UTC.
`;

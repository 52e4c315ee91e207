// The readable texts of an export, next to the JSON. Pure.

export interface ExportedVault {
  id: string;
  title: string;
  status: string;
  plan: string;
  paymentStatus: string;
  recipient: { name: string; email: string };
  message: string;
  /** The questions only. Answers are not stored in a readable form. */
  securityQuestions: string[];
  executors: { name: string; email: string }[];
  files: {
    name: string;
    path: string;
    caption: string;
    transcript: string;
    type: string;
    sizeBytes: number;
    addedAt: string;
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
    `For:       ${vault.recipient.name} <${vault.recipient.email}>`,
    `State:     ${vault.status}${vault.releasedAt ? `, released ${vault.releasedAt}` : ''}`,
    `Created:   ${vault.createdAt}`,
    ...(vault.scheduledReleaseDate ? [`Date set:  ${vault.scheduledReleaseDate}`] : []),
    ...vault.executors.map(({ name, email }) => `Executor:  ${name} <${email}>`),
    ...vault.securityQuestions.map((question) => `Question:  ${question}`),
    ...vault.files.map(({ path, caption }) => `File:      ${path}${caption && `, “${caption}”`}`),
    '',
    'Message',
    '-------',
    vault.message,
    ...vault.files.filter(({ transcript }) => transcript).flatMap(({ path, transcript }) => ['', path, '', transcript]),
  ];
  return `${lines.join('\n')}\n`;
}

export const readmeText = (
  productName: string,
  at: string,
): string => `Your account with ${productName}, as it was on ${at}.

account.json                  who you are, where you are signed in, your plans, the letters we wrote to you
vaults/<number> <title>/      one folder for each vault:
  vault.txt                   the vault in words
  vault.json                  the same for programs
  files/                      the files you put into it

Executors' codes and the answers to your questions are not in here: nobody can read them, not even we.
All times are in UTC.
`;

/** Leaves room for a number in front of the name and behind it: most systems allow 255 bytes. */
const maxBytes = 200;
/** Windows takes these for devices, with any ending. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A file name that is valid on every system. A long one keeps its ending. */
export function pathPart(name: string): string {
  const safe = name
    .toWellFormed()
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this replaces
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '_')
    .replace(/^[. ]+|[. ]+$/g, '');
  const [, stem = '', ending = ''] = /^(.*?)(\.[^. ]{1,10})?$/u.exec(safe) ?? [];
  const part = cutTo(stem, maxBytes - Buffer.byteLength(ending)) + ending;
  return device.test(part) ? `_${part}` : part || '_';
}

function cutTo(text: string, max: number): string {
  if (Buffer.byteLength(text) <= max) return text;
  let cut = '';
  for (const character of text) {
    if (Buffer.byteLength(cut + character) > max) break;
    cut += character;
  }
  return cut.replace(/[. ]+$/, '');
}

/** Makes the names unique: a second "a.txt" becomes "a (2).txt". */
export function uniqueNames(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const [, stem = name, ending = ''] = /^(.+?)(\.[^.]{1,10})?$/.exec(name) ?? [];
    let unique = name;
    for (let count = 2; taken.has(sameName(unique)); count += 1) unique = `${stem} (${count})${ending}`;
    taken.add(sameName(unique));
    return unique;
  });
}

/** Some systems see no difference in case, or between two ways to write an accent. */
const sameName = (name: string): string => name.normalize('NFC').toLowerCase();

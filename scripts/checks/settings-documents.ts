// The two documents about the settings, from the list in server/src/settings/config.ts: .env.example, and the tables of the guide's page.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listSettings } from '../../server/src/settings/config.ts';
import { root } from '../processes.ts';
import { releaseStatesPage } from './release-states-document.ts';

/** The files that `npm run generate` writes and `npm run check` compares, each with its content. */
export const generatedFiles: Record<string, () => string> = {
  '.env.example': environmentExample,
  'docs/guide/settings.md': settingsPage,
  'docs/design/flows/release-states.md': releaseStatesPage,
};

export const findStaleDocuments = (): string[] =>
  Object.entries(generatedFiles)
    .filter(([file, content]) => readFileSync(path.join(root, file), 'utf8') !== content())
    .map(([file]) => `${file} is out of date: run npm run generate.`);

type Setting = ReturnType<typeof listSettings>[number];

export function environmentExample(settings = listSettings()): string {
  const entries = settings.map(({ name, about, takes, fallback, mayLieInFile }) => {
    const file = mayLieInFile ? ` ${name}_FILE may name a file that holds it.` : '';
    return `# ${about} Takes ${takes}.${file}\n# ${name}=${fallback ?? ''}\n`;
  });
  return `# Every setting of the service. None is needed to try it: npm start works without them. Copy what you change to a file .env beside this
# one. What the environment has already wins over it.

${entries.join('\n')}`;
}

/** The first setting of each part of the page, in the order of the list. */
const parts: Record<string, string> = {
  PORT: 'Address and data folder',
  DATABASE_URL: 'Database',
  NODE_ENV: 'Service, names and addresses',
  SECRET: 'Secret, master keys and journal',
  TRUSTED_PROXIES: 'Proxy',
  SMTP_URL: 'Mail',
  OIDC_ISSUER: 'Sign-in provider',
  STRIPE_SECRET_KEY: 'Stripe',
  PASSWORD_HASH_COST: 'Limits',
  S3_ENDPOINT: 'Bucket, scanner and connections',
  ALLOW_KEPT_LETTERS: 'Overrides',
};

/** The page as it is written by hand down to this line, and then the tables. @throws if a part's first name is not a setting */
export function settingsPage(settings = listSettings()): string {
  const names = settings.map(({ name }) => name);
  const unknown = Object.keys(parts).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`no setting: ${unknown.join(', ')}`);
  const page = readFileSync(path.join(root, 'docs/guide/settings.md'), 'utf8');
  const written = page.slice(0, page.indexOf(lastWrittenLine) + lastWrittenLine.length);
  const tables = settings.map((setting) => `${headOf(setting.name)}${rowOf(setting)}`);
  return `${written}${tables.join('\n')}\n`;
}

const lastWrittenLine = '<!-- `npm run generate` writes all that follows, from server/src/settings/config.ts. -->\n';

const headOf = (name: string): string =>
  parts[name]
    ? `\n## ${parts[name]}\n| setting | what it is for | takes | default | in a file |\n|---|---|---|---|---|\n`
    : '';

function rowOf({ name, about, takes, fallback, mayLieInFile }: Setting): string {
  const cells = [`\`${name}\``, about, takes, fallback === undefined ? '' : `\`${fallback}\``];
  return `| ${cells.join(' | ')} | ${mayLieInFile ? `\`${name}_FILE\`` : ''} |`;
}

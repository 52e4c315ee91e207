// The two documents about the settings, from the list in server/src/settings/config.ts: .env.example, and the guide's page.
import { listSettings } from '../server/src/settings/config.ts';

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

/** @throws if a part's first name is no setting */
export function settingsPage(settings = listSettings()): string {
  const names = settings.map(({ name }) => name);
  const unknown = Object.keys(parts).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`no setting: ${unknown.join(', ')}`);
  const tables = settings.map((setting) => `${headOf(setting.name)}${rowOf(setting)}`);
  return `${introduction}${tables.join('\n')}\n`;
}

const headOf = (name: string): string =>
  parts[name]
    ? `\n## ${parts[name]}\n| setting | what it is for | takes | default | in a file |\n|---|---|---|---|---|\n`
    : '';

function rowOf({ name, about, takes, fallback, mayLieInFile }: Setting): string {
  const cells = [`\`${name}\``, about, takes, fallback === undefined ? '' : `\`${fallback}\``];
  return `| ${cells.join(' | ')} | ${mayLieInFile ? `\`${name}_FILE\`` : ''} |`;
}

const introduction = `# The settings

<!-- \`npm run generate\` writes this page from server/src/settings/config.ts and scripts/settings-documents.ts. -->

None is needed to try the service. Put those that you change into a file \`.env\` in the project folder, a line \`NAME=value\` each. Only \`npm start\`,
the systemd unit and the commands read it; the bare program (\`node server/src/main.ts\`) does not. A value in the environment wins over it, and the start prints
which file it used. Restart after a change. What a service for others needs at least is in [install.md](install.md#what-a-start-for-others-needs).

A start reports every setting that is wrong at once, each with what it takes, and names in the environment that look misspelt.

## Secrets in files
Each secret may lie in a file whose name is in \`<NAME>_FILE\`, as the last column says. The start reads it once. Spaces and line breaks around the value do
not count. So any secret store can hand them over (Docker, Kubernetes, an agent of Vault), and they are not in the environment, which child processes and
crash reports see.

1. Put the value into a file that only root may change and only the service's user may read:
   \`\`\`
   install -d -m 750 -o root -g remembrance /etc/remembrance
   install -m 640 -o root -g remembrance /dev/stdin /etc/remembrance/secret     # type the value, end with Ctrl-D
   \`\`\`
2. In \`.env\` replace \`SECRET=…\` by \`SECRET_FILE=/etc/remembrance/secret\`, and restart.

A start that finds both, or cannot read the file, says so.

With systemd a secret can also be a credential, which is encrypted on the disk and which only this service can read:
\`\`\`
systemd-creds encrypt --name=secret - /etc/credstore.encrypted/remembrance.secret     # type the value, end with Ctrl-D
\`\`\`
Add to the unit:
\`\`\`
LoadCredentialEncrypted=secret:/etc/credstore.encrypted/remembrance.secret
Environment=SECRET_FILE=%d/secret
\`\`\`
The operator's commands cannot read such a credential. Run them with \`SECRET_FILE\` set to a file that holds the same value.
`;

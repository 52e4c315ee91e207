// Which ring wraps with which settings, and what stops the start.
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const arn = 'arn:aws:kms:eu-central-1:123456789012:key/0a1b2c3d-0000-4000-8000-00000000000a';
const regional = 'arn:aws-us-gov:kms:us-gov-west-1:123456789012:key/mrk-0123456789abcdef0123456789abcdef';
const transit = {
  TRANSIT_URL: 'https://vault.example:8200/v1/team/transit/',
  TRANSIT_KEYS: 'vaults, older',
  TRANSIT_TOKEN: 'hvs.x',
};

test('without settings the file wraps; a configured key service wraps instead; MASTER_KEYS_IN decides between them', () => {
  expect(readConfig({})).toMatchObject({ wrapsWith: 'file', kms: undefined, transit: undefined });
  expect(readConfig({ KMS_KEYS: `${arn},${regional}, ${arn}` })).toMatchObject({
    wrapsWith: 'kms',
    kms: { keys: [arn, regional], endpoint: undefined },
  });
  const engine = { url: 'https://vault.example:8200/v1/team/transit', keys: ['vaults', 'older'], token: 'hvs.x' };
  expect(readConfig(transit)).toMatchObject({ wrapsWith: 'transit', transit: engine });
  const { TRANSIT_TOKEN: _, ...others } = transit;
  expect(readConfig({ ...others, TRANSIT_TOKEN_FILE: '/run/token' }).transit?.token).toEqual({ file: '/run/token' });
  expect(readConfig({ ...transit, KMS_KEYS: arn, MASTER_KEYS_IN: 'kms' })).toMatchObject({
    wrapsWith: 'kms',
    transit: engine,
  });
  expect(readConfig({ ...transit, MASTER_KEYS_IN: 'file' })).toMatchObject({ wrapsWith: 'file', transit: engine });
  expect(readConfig({ KMS_KEYS: arn, KMS_ENDPOINT: 'http://localhost:4566' }).kms?.endpoint).toBe(
    'http://localhost:4566',
  );
});

const plain = (name: string) => `${name} leads to another machine without TLS; set it to an address of https://.`;
const withoutPath =
  'TRANSIT_URL takes the address of the engine, with the path it is mounted at, such as https://vault.example:8200/v1/transit.';

test.each([
  [
    { KMS_KEYS: 'alias/vaults' },
    'KMS_KEYS is "alias/vaults"; it takes ARNs of keys (not of aliases), separated by commas.',
  ],
  [{ KMS_KEYS: `${arn},` }, `KMS_KEYS is "${arn},"; it takes ARNs of keys (not of aliases), separated by commas.`],
  [{ KMS_ENDPOINT: 'https://kms.example' }, 'KMS_ENDPOINT goes with KMS_KEYS; set that to the ARN of the key.'],
  [{ KMS_KEYS: arn, KMS_ENDPOINT: 'http://kms.example' }, plain('KMS_ENDPOINT')],
  [{ MASTER_KEYS_IN: 'kms' }, 'MASTER_KEYS_IN is kms; set KMS_KEYS to the ARN of its key.'],
  [{ MASTER_KEYS_IN: 'transit' }, 'MASTER_KEYS_IN is transit; set TRANSIT_URL to the address of the engine.'],
  [{ MASTER_KEYS_IN: 'vault' }, 'MASTER_KEYS_IN is "vault"; it takes one of file, kms, transit.'],
  [
    { ...transit, KMS_KEYS: arn },
    'KMS_KEYS and TRANSIT_URL are both set; set MASTER_KEYS_IN to kms or transit, which then wraps.',
  ],
  [
    { ...transit, TRANSIT_KEYS: '' },
    'TRANSIT_KEYS is missing; set it to its value from the transit engine, together with the others.',
  ],
  [{ ...transit, TRANSIT_KEYS: 'a/b' }, 'TRANSIT_KEYS is "a/b"; it takes names of keys, separated by commas.'],
  [{ ...transit, TRANSIT_URL: 'http://vault.example/v1/transit' }, plain('TRANSIT_URL')],
  [{ ...transit, TRANSIT_URL: 'https://vault.example:8200' }, withoutPath],
  [{ ...transit, TRANSIT_URL: 'https://vault.example:8200/v1/transit?x=y' }, withoutPath],
  [{ ...transit, TRANSIT_URL: 'https://me@vault.example:8200/v1/transit' }, withoutPath],
  [
    { ...transit, TRANSIT_TOKEN: '' },
    'TRANSIT_URL needs a token; set TRANSIT_TOKEN_FILE to the file that holds it, or TRANSIT_TOKEN.',
  ],
  [
    { ...transit, TRANSIT_TOKEN_FILE: '/run/token' },
    'TRANSIT_TOKEN and TRANSIT_TOKEN_FILE are both set; set one of them.',
  ],
  [{ TRANSIT_TOKEN: 'hvs.x' }, 'A token of a transit engine goes with TRANSIT_URL; set that too.'],
] as [Record<string, string>, string][])('%j stops the start, and no token is printed', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(expect.objectContaining({ name: 'StartRefused', message }));
  expect(message).not.toContain('hvs');
});

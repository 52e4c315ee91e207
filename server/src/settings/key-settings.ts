// The settings of the master keys, which wrap each vault's key: the key file, AWS KMS and a transit engine.
import type { MasterKeySource } from '../keys/master/open-master-keys.ts';
import { isLoopback } from '../platform/lib/loopback.ts';
import { StartRefused } from '../platform/lib/start-refused.ts';
import { file } from './path-settings.ts';
import { choice, listOf, readTogether, secret, url, type ValueOf } from './setting-kinds.ts';

const arn = /^arn:aws[a-z-]*:kms:[a-z\d-]{1,30}:\d{12}:key\/[\w-]{1,40}$/;

export const keySettings = {
  KEYRING_FILE: file(
    'The file with the master keys that wrap the key of each vault. If it is not set, the first start creates DATA_DIR/keyring.json.',
  ),
  MASTER_KEYS_IN: choice(
    'Where the master keys are that wrap the key of each vault from now on. Default: the key service that is set, or else the file. Everything that is set can still unwrap.',
    ['file', 'kms', 'transit'],
  ),
  KMS_KEYS: listOf(
    'Keys of AWS KMS instead of the file; the first one wraps, the others open what they wrapped. AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile or a role give access.',
    { takes: 'ARNs of keys (not of aliases), separated by commas', pattern: arn },
  ),
  KMS_ENDPOINT: url('An address of KMS of your own, such as an endpoint of a private network. Goes with KMS_KEYS.', [
    'https:',
    'http:',
  ]),
  TRANSIT_URL: url(
    'The transit engine of a Vault or OpenBao server instead of the file, such as https://vault.example:8200/v1/transit. Goes with TRANSIT_KEYS and a token.',
    ['https:', 'http:'],
  ),
  TRANSIT_KEYS: listOf('Names of its keys; the first one wraps, the others open what they wrapped.', {
    takes: 'names of keys, separated by commas',
    pattern: /^\w[\w.-]{0,49}$/,
  }),
  TRANSIT_TOKEN: {
    ...secret('The token for the transit engine. Set either this or TRANSIT_TOKEN_FILE.'),
    hasOwnFile: true,
  },
  TRANSIT_TOKEN_FILE: file('A file with that token. It is read each time, so that an agent can renew it.'),
} as const;

type Values = { [Name in keyof typeof keySettings]: ValueOf<(typeof keySettings)[Name]> };

/** @throws {StartRefused} if settings are missing or in conflict */
export function readKeySettings(values: Values): Omit<MasterKeySource, 'dataDirectory'> {
  const [kms, transit] = [readKms(values), readTransit(values)];
  const wrapsWith = values.MASTER_KEYS_IN ?? (kms ? 'kms' : transit ? 'transit' : 'file');
  if (!values.MASTER_KEYS_IN && kms && transit)
    throw new StartRefused(
      'KMS_KEYS and TRANSIT_URL are both set; set MASTER_KEYS_IN to kms or transit, which then wraps.',
    );
  if (wrapsWith === 'kms' && !kms) throw new StartRefused('MASTER_KEYS_IN is kms; set KMS_KEYS to the ARN of its key.');
  if (wrapsWith === 'transit' && !transit)
    throw new StartRefused('MASTER_KEYS_IN is transit; set TRANSIT_URL to the address of the engine.');
  return { keyringFile: values.KEYRING_FILE, wrapsWith, kms, transit };
}

function readKms({ KMS_KEYS: keys, KMS_ENDPOINT: endpoint }: Values): MasterKeySource['kms'] {
  if (endpoint && !keys) throw new StartRefused('KMS_ENDPOINT goes with KMS_KEYS; set that to the ARN of the key.');
  refusePlain('KMS_ENDPOINT', endpoint);
  return keys && { keys, endpoint };
}

function readTransit(values: Values): MasterKeySource['transit'] {
  const { TRANSIT_TOKEN: token, TRANSIT_TOKEN_FILE: file } = values;
  const found = readTogether(values, 'the transit engine', ['TRANSIT_URL', 'TRANSIT_KEYS']);
  if (!found) {
    if (token || file) throw new StartRefused('A token of a transit engine goes with TRANSIT_URL; set that too.');
    return undefined;
  }
  const { TRANSIT_URL: address, TRANSIT_KEYS: keys } = found;
  refusePlain('TRANSIT_URL', address);
  const { origin, pathname, search, username } = new URL(address);
  if (!/^\/v1\/./.test(pathname) || search || username)
    throw new StartRefused(
      'TRANSIT_URL takes the address of the engine, with the path it is mounted at, such as https://vault.example:8200/v1/transit.',
    );
  const engine = { url: origin + pathname.replace(/\/+$/, ''), keys };
  if (token && file) throw new StartRefused('TRANSIT_TOKEN and TRANSIT_TOKEN_FILE are both set; set one of them.');
  if (token) return { ...engine, token };
  if (file) return { ...engine, token: { file } };
  throw new StartRefused(
    'TRANSIT_URL needs a token; set TRANSIT_TOKEN_FILE to the file that holds it, or TRANSIT_TOKEN.',
  );
}

/** There is no override: the data on this connection opens every vault. */
function refusePlain(name: string, address: string | undefined): void {
  if (!address || address.toLowerCase().startsWith('https:') || isLoopback(new URL(address).hostname)) return;
  throw new StartRefused(`${name} leads to another machine without TLS; set it to an address of https://.`);
}

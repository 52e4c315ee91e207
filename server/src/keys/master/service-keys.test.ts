// A key service that is unavailable is not a lost key. Also tests how often it is called, and with which token.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Fault, KeyServiceServer } from '../../../testing/key-service.ts';
import { createKmsKey, kmsCredentials, kmsError, openKmsServer } from '../../../testing/kms-server.ts';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { openTransitServer, sealed, type TransitServer } from '../../../testing/transit-server.ts';
import { describeFault } from '../../http/problem-reply.ts';
import { newKey } from '../../platform/lib/ids.ts';
import { createKmsKeys } from './kms-keys.ts';
import {
  addKey,
  createMasterKeys,
  joinMasterKeys,
  KeyServiceUnavailable,
  KeyUnavailable,
  type MasterKeys,
} from './master-keys.ts';
import { createServiceKeys } from './service-keys.ts';
import { createTransitKeys } from './transit-keys.ts';

const vault = '01990000-0000-7000-8000-00000000000a';
/** Used only if no answer comes: a real answer may take longer on a busy machine. */
const answerMilliseconds = 200;

let kms: KeyServiceServer;
let arn: string;
let transit: TransitServer;
beforeAll(async () => {
  [kms, transit] = [await openKmsServer(), await openTransitServer(['vaults', 'gone'])];
  arn = await createKmsKey(kms.address);
});
afterAll(async () => {
  await kms.close();
  await transit.close();
});
afterEach(() => {
  vi.restoreAllMocks();
  kms.fault = null;
  transit.fault = null;
});

const openKms = (more: Partial<Parameters<typeof createKmsKeys>[0]> = {}) =>
  createKmsKeys({ keys: [arn], endpoint: kms.address, credentials: kmsCredentials, ...more });
const openTransit = (more: Partial<Parameters<typeof createTransitKeys>[0]> = {}) =>
  createTransitKeys({ ...transit, keys: ['vaults'], ...more });
const answered = (status: number, body: unknown = {}): Fault => ({ status, body });
const failed = (status: number, error: string) => answered(status, { errors: [error] });

type Open = (more?: { answerMilliseconds?: number }) => { server: KeyServiceServer; keys: MasterKeys };
const services: [string, Open, Fault[]][] = [
  [
    'AWS KMS',
    (more) => ({ server: kms, keys: openKms(more) }),
    [
      ...(['AccessDeniedException', 'ThrottlingException', 'DisabledException', 'KMSInvalidStateException'] as const),
      'KMSInternalException',
      'ExpiredTokenException',
    ].map(kmsError),
  ],
  [
    'a transit engine',
    (more) => ({ server: transit, keys: openTransit(more) }),
    [
      ...[sealed, failed(403, 'permission denied'), failed(404, 'no handler for route'), failed(429, 'rate limit')],
      ...[failed(400, 'missing client token'), answered(307), answered(400, 'cipher: message authentication failed')],
      ...[failed(403, 'encryption key not found'), failed(400, 'an encryption key not found')],
      ...[failed(400, 'encryption key not found yet'), failed(400, 'cipher: message authentication failed twice')],
      answered(202, { data: { ciphertext: 'vault:v1:x', plaintext: 'eA==' } }),
    ],
  ],
];

describe.each(services)('%s', (_, open, replies) => {
  const own: Fault[] = [answered(500), answered(502, '<html>'), answered(200), answered(200, null), 'lost', 'silence'];

  test.each([...own, ...replies].map((fault) => [JSON.stringify(fault), fault] as const))(
    'RING-6: %s loses no key, and the service works again when it is back',
    async (_text, fault) => {
      const { server, keys } = open();
      const dataKey = newKey();
      const wrapped = await keys.wrap(dataKey, vault);
      server.fault = () => fault;
      const asking = fault === 'silence' ? open({ answerMilliseconds }).keys : keys;
      await expect(asking.unwrap(wrapped, vault)).rejects.toThrow(KeyServiceUnavailable);
      await expect(asking.wrap(dataKey, vault)).rejects.toThrow(KeyServiceUnavailable);
      await expect(asking.currentName()).rejects.toThrow(KeyServiceUnavailable);
      await expect(asking.probe()).rejects.toThrow(KeyServiceUnavailable);
      server.fault = null;
      expect((await keys.unwrap(wrapped, vault)).equals(dataKey)).toBe(true);
      await open().keys.probe();
    },
  );

  test('RING-6: while nothing listens at the service’s address, no key is lost', async () => {
    const wrapped = await open().keys.wrap(newKey(), vault);
    const nowhere = { endpoint: 'http://127.0.0.1:9', url: 'http://127.0.0.1:9/v1/transit' };
    const keys = wrapped.startsWith('arn:')
      ? createKmsKeys({ ...nowhere, keys: [arn], credentials: kmsCredentials })
      : openTransit(nowhere);
    await expect(keys.unwrap(wrapped, vault)).rejects.toThrow(KeyServiceUnavailable);
  });

  test('a request whose answer was lost is retried once, and never a second time', async () => {
    const { server, keys } = open();
    const wrapped = await keys.wrap(newKey(), vault);
    for (const fault of ['lost', answered(500)] as const) {
      const first = server.count + 1;
      server.fault = (count) => (count === first ? fault : null);
      expect(await keys.unwrap(wrapped, vault)).toHaveLength(32);
      expect(server.count).toBe(first + 1);
      server.fault = () => fault;
      await expect(keys.unwrap(wrapped, vault)).rejects.toThrow(KeyServiceUnavailable);
      expect(server.count).toBe(first + 3);
    }
  });

  test('each unwrapping makes one call, and concurrent probes share one', async () => {
    const { server, keys } = open();
    const wrapped = await keys.wrap(newKey(), vault);
    const before = server.count;
    for (let index = 0; index < 3; index += 1) await keys.unwrap(wrapped, vault);
    expect(server.count).toBe(before + 3);
    await Promise.all(Array.from({ length: 20 }, () => keys.probe()));
    expect(server.count).toBe(before + 5);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 20_001);
    await keys.probe();
    vi.restoreAllMocks();
    expect(server.count).toBe(before + 7);
  });
});

const errorOf = async (asked: Promise<unknown>) => {
  const { name, message, cause } = await asked.then(
    () => expect.fail('it was answered'),
    (error) => error,
  );
  return { said: `${name}: ${message}`, hasCause: cause !== undefined };
};

test("the log contains the service's answer, or records that there was none", async () => {
  const [inKms, inTransit] = [await openKms().wrap(newKey(), vault), await openTransit().wrap(newKey(), vault)];
  const denied = failed(403, '2 errors occurred:\n\t* permission denied\n\t* invalid token');
  const { host } = new URL(transit.url);
  const replies: [MasterKeys, string, Fault, string, boolean][] = [
    [openKms(), inKms, kmsError('AccessDeniedException'), 'cannot be used now: AccessDeniedException', true],
    [openKms(), inKms, answered(200), 'sent an answer without its result', false],
    [openTransit(), inTransit, denied, 'cannot be used now: it answered 403 (permission denied)', false],
    [openTransit(), inTransit, sealed, 'cannot be used now: it answered 503 (Vault is sealed)', false],
    [openTransit(), inTransit, failed(403, `bad ${transit.token}`), 'cannot be used now: it answered 403', false],
    [openTransit(), inTransit, 'lost', `cannot be used now: ${host} cannot be reached (UND_ERR_SOCKET)`, true],
    [openTransit({ answerMilliseconds }), inTransit, 'silence', `cannot be used now: ${host} does not answer`, true],
  ];
  for (const [keys, wrapped, fault, says, hasCause] of replies) {
    [kms.fault, transit.fault] = [() => fault, () => fault];
    const service = wrapped === inKms ? 'AWS KMS' : 'the transit engine';
    const said = `KeyServiceUnavailable: ${service} ${says}`;
    expect(await errorOf(keys.unwrap(wrapped, vault))).toEqual({ said, hasCause });
  }
  kms.fault = () => kmsError('NotFoundException');
  const lostThere = { said: 'KeyUnavailable: AWS KMS does not open it: NotFoundException', hasCause: true };
  expect(await errorOf(openKms().unwrap(inKms, vault))).toEqual(lostThere);
  // A single error of this kind among several is sufficient.
  transit.fault = () => answered(400, { errors: ['one more', 'encryption key not found'] });
  const lostHere = { said: 'KeyUnavailable: the transit engine does not open it', hasCause: false };
  expect(await errorOf(openTransit().unwrap(inTransit, vault))).toEqual(lostHere);
});

test('an answer of a transit engine that is not a wrapped key is not stored', async () => {
  const wrap = (ciphertext: string) => {
    transit.fault = () => answered(200, { data: { ciphertext } });
    return openTransit().wrap(newKey(), vault);
  };
  expect(await wrap('vault:v12:x')).toBe('transit:vaults vault:v12:x');
  for (const text of ['!vault:v1:x', 'vault:v1:x y', 'vault:v1:', 'vault:x'])
    await expect(wrap(text), text).rejects.toThrow(KeyServiceUnavailable);
  expect(openTransit().nameOf('transit:vaults torn')).toBe('transit:vaults:');
});

describe('a service that answers nonsense', () => {
  const probed: string[] = [];
  const keysOf = (decrypt: () => Promise<Buffer>) =>
    createServiceKeys({
      prefix: 'x:',
      keys: ['x:1'],
      encrypt: async (_key, _bytes, vaultId) => String(probed.push(vaultId)),
      decrypt,
    });

  test('it is unavailable to a probe, and loses nothing', async () => {
    const probe = (decrypt: () => Promise<Buffer>) => errorOf(keysOf(decrypt).probe());
    const said = 'KeyServiceUnavailable: the key service does not';
    expect(await probe(async () => newKey())).toEqual({
      said: `${said} return what it was given`,
      hasCause: false,
    });
    const closed = () => Promise.reject(new KeyUnavailable('gone'));
    expect(await probe(closed)).toEqual({ said: `${said} open what it wrapped`, hasCause: true });
    const away = () => Promise.reject(new KeyServiceUnavailable('away'));
    expect(await probe(away)).toEqual({ said: 'KeyServiceUnavailable: away', hasCause: false });
    expect(new Set(probed)).toEqual(new Set(['00000000-0000-0000-0000-000000000000']));
  });

  test("a probe's result is valid for twenty seconds", async () => {
    const keys = keysOf(async () => newKey());
    const before = probed.length;
    const now = vi.spyOn(performance, 'now');
    const probes: number[] = [];
    for (const at of [1000, 21_000, 21_001]) {
      now.mockReturnValue(at);
      await expect(keys.probe()).rejects.toThrow();
      probes.push(probed.length - before);
    }
    vi.restoreAllMocks();
    expect(probes).toEqual([1, 1, 2]);
  });

  test('a text it never wrapped is refused with a clear message', async () => {
    const keys = keysOf(async () => newKey());
    for (const text of ['x:1', 'x:1 a b', 'x:1 '])
      expect((await errorOf(keys.unwrap(text, vault))).said).toBe('KeyUnavailable: it was altered');
    const { said } = await errorOf(keys.unwrap('x:2 a', vault));
    expect(said).toBe('KeyUnavailable: the master key x:2 is not among those that are set');
  });

  test('the probe of two rings names each of them, and each recognises its own keys', async () => {
    const file = createMasterKeys(() => addKey(null, '2026-11-22'));
    const joined = joinMasterKeys(file, [keysOf(() => Promise.reject(new KeyServiceUnavailable('away')))]);
    await expect(joined.probe()).rejects.toThrow('away');
    expect([joined.isOurs('x:1 a'), joined.isOurs('eyJ'), joined.isOurs('y:1 a')]).toEqual([true, true, false]);
    const { said } = await errorOf(joined.unwrap('y:1 a', vault));
    expect(said).toBe('KeyUnavailable: it was altered');
  });

  test('a key wrapped by a ring that is not configured is not reported as lost', async () => {
    const joined = joinMasterKeys(
      keysOf(async () => newKey()),
      [],
    );
    for (const [text, place] of [
      ['transit:vaults vault:v1:abc', 'the transit engine'],
      ['arn:aws:kms:eu-central-1:1:key/2 abc', 'AWS KMS'],
      ['eyJhbGciOiJkaXIifQ', 'the key file'],
    ] as const)
      expect((await errorOf(joined.unwrap(text, vault))).said).toBe(
        `KeyServiceUnavailable: it was wrapped by ${place}, which this process does not have`,
      );
  });
});

test('a key that the service reports as gone, or a version it no longer opens, is lost', async () => {
  const gone = openTransit({ keys: ['gone'] });
  const [inGone, inOld] = [await gone.wrap(newKey(), vault), await openTransit().wrap(newKey(), vault)];
  transit.removeKey('gone');
  await expect(gone.unwrap(inGone, vault)).rejects.toThrow(KeyUnavailable);
  await expect(gone.wrap(newKey(), vault)).rejects.toThrow(KeyServiceUnavailable);
  transit.rotate('vaults');
  const inNew = await openTransit().wrap(newKey(), vault);
  expect([inOld, inNew].map(openTransit().nameOf)).toEqual(['transit:vaults:v1', 'transit:vaults:v2']);
  expect(await openTransit().currentName()).toBe('transit:vaults:v2');
  expect(await openTransit().unwrap(inOld, vault)).toHaveLength(32);
  transit.setMinDecryptionVersion('vaults', 2);
  await expect(openTransit().unwrap(inOld, vault)).rejects.toThrow(KeyUnavailable);
  expect(await openTransit().unwrap(inNew, vault)).toHaveLength(32);
  const inKms = await openKms().wrap(newKey(), vault);
  for (const name of ['NotFoundException', 'IncorrectKeyException', 'InvalidCiphertextException']) {
    kms.fault = () => kmsError(name);
    await expect(openKms().unwrap(inKms, vault)).rejects.toThrow(KeyUnavailable);
    await expect(openKms().wrap(newKey(), vault)).rejects.toThrow(KeyServiceUnavailable);
  }
});

test('the token may be in a file, which is read each time, and no error contains it', async () => {
  const file = path.join(makeTestFolder(), 'token');
  const keys = openTransit({ token: { file } });
  const hasty = openTransit({ token: { file }, answerMilliseconds });
  const failure = async (asking = keys): Promise<string> => {
    const error = await asking.wrap(newKey(), vault).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(KeyServiceUnavailable);
    return JSON.stringify([describeFault(error), String(error.cause?.message), String(error.cause?.stack)]);
  };
  expect(await failure()).toContain('cannot be read (ENOENT)');
  for (const token of ['', 'hvs.se\u0000cret', 'hvs.se\ncret', 'hvs.sécret']) {
    writeFileSync(file, token);
    expect(await failure()).toContain('is invalid');
  }
  writeFileSync(file, 'hvs.secret-but-wrong');
  for (const fault of [null, 'lost', 'silence', answered(500, { errors: ['hvs.secret-but-wrong'] })] as const) {
    transit.fault = fault && (() => fault);
    expect(await failure(fault === 'silence' ? hasty : keys)).not.toMatch(/hvs/);
  }
  transit.fault = null;
  writeFileSync(file, `${transit.token}\n`);
  expect(await keys.unwrap(await keys.wrap(newKey(), vault), vault)).toHaveLength(32);
});

test('no error contains the AWS KMS credentials', async () => {
  const keys = openKms({
    credentials: { accessKeyId: 'somebody', secretAccessKey: 'a secret that is said to nobody' },
  });
  const error = await keys.wrap(newKey(), vault).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(KeyServiceUnavailable);
  expect(JSON.stringify([describeFault(error), String(error.cause), error.stack])).not.toMatch(/somebody|a secret/);
});

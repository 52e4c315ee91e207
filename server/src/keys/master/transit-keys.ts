// Master keys in a transit engine, such as HashiCorp Vault's and OpenBao's. The vault is the associated data of each call, so that a data
// key opens only for its own vault. The token is only in a header: never in a URL, an error or a log.
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { codeOf } from '../../platform/lib/causes.ts';
import { KeyServiceUnavailable, KeyUnavailable, type MasterKeys, transitPrefix } from './master-keys.ts';
import { createServiceKeys } from './service-keys.ts';

export interface TransitSettings {
  /** The URL of the engine, such as https://vault.example:8200/v1/transit. */
  url: string;
  /** The names of its keys. The first one wraps. */
  keys: readonly string[];
  /** The token, or the file that contains it and that an agent renews. */
  token: string | { file: string };
  answerMilliseconds?: number;
}

const encrypted = z.object({ data: z.object({ ciphertext: z.string().check(z.regex(/^\w+:v\d+:\S+$/)) }) });
const decrypted = z.object({ data: z.object({ plaintext: z.string() }) });
const refused = z.object({ errors: z.array(z.string()) });
/** Engine errors with status 400 that mean a lost key or text. Any other error may be temporary. */
const lost = /^(encryption key not found$|cipher: message authentication failed$|invalid ciphertext)/;
const disallowed = /^ciphertext or signature version is disallowed/;
/** It opens again once the operator lowers the number. */
const tooOld =
  'the transit engine does not open it: its version of the key is below min_decryption_version, which must be lowered until npm run keys -- rotate is done';

export function createTransitKeys(settings: TransitSettings): MasterKeys {
  const ask = (action: 'encrypt' | 'decrypt', key: string, body: Record<string, string>) =>
    post(settings, `${action}/${key.slice(transitPrefix.length)}`, JSON.stringify(body));
  return createServiceKeys({
    prefix: transitPrefix,
    keys: settings.keys.map((key) => transitPrefix + key),
    async encrypt(key, bytes, vaultId) {
      const body = { plaintext: bytes.toString('base64'), associated_data: inBase64(vaultId) };
      return parse(encrypted, await ask('encrypt', key, body)).data.ciphertext;
    },
    async decrypt(key, ciphertext, vaultId) {
      const answer = await ask('decrypt', key, { ciphertext, associated_data: inBase64(vaultId) });
      if (isRefused(answer, disallowed)) throw new KeyUnavailable(tooOld);
      if (isRefused(answer, lost)) throw new KeyUnavailable('the transit engine does not open it');
      return Buffer.from(parse(decrypted, answer).data.plaintext, 'base64');
    },
    versionOf: (text) => text.split(':')[1] ?? '',
  });
}

const inBase64 = (text: string): string => Buffer.from(text).toString('base64');

interface Answer {
  status: number;
  body: unknown;
}

function isRefused({ status, body }: Answer, words: RegExp): boolean {
  const { data } = z.safeParse(refused, body);
  return status === 400 && (data?.errors.some((error) => words.test(error)) ?? false);
}

function parse<T>(shape: z.ZodMiniType<T>, { status, body }: Answer): T {
  const { data } = z.safeParse(shape, body);
  if (status === 200 && data) return data;
  const words = firstWords(body);
  throw new KeyServiceUnavailable(
    `the transit engine cannot be used now: it answered ${status}${words && ` (${words})`}`,
  );
}

/** The engine's first error that is a few plain words, such as “permission denied”. Anything else could repeat a token or a text. */
function firstWords(body: unknown): string {
  const { data } = z.safeParse(refused, body);
  const lines = (data?.errors ?? []).flatMap((error) => error.split('\n'));
  return lines.map((line) => line.replace(/^[\s*]+/, '')).find((line) => plainWords.test(line)) ?? '';
}
const plainWords = /^[a-z]{1,16}( [a-z]{1,16}){1,7}$/i;

/** Retried once if there was no answer or the server failed: both calls are safe to repeat, because they change nothing. */
async function post(settings: TransitSettings, path: string, body: string): Promise<Answer> {
  const token = await readToken(settings.token);
  const signal = AbortSignal.timeout(settings.answerMilliseconds ?? 4000);
  const send = async (): Promise<Answer> => {
    const reply = await fetch(`${settings.url}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-vault-token': token },
      body,
      signal,
      redirect: 'manual', // a redirect could send the token anywhere
    });
    return { status: reply.status, body: await reply.json().catch(() => null) };
  };
  const first = await send().catch(() => null);
  return first && first.status < 500 ? first : send().catch((error) => asUnavailable(error, settings));
}

function asUnavailable(error: Error, { url }: TransitSettings): never {
  const isLate = error.name === 'TimeoutError';
  const { host } = new URL(url);
  const what = isLate ? `${host} does not answer` : `${host} cannot be reached (${codeOf(error)})`;
  throw new KeyServiceUnavailable(`the transit engine cannot be used now: ${what}`, { cause: error.cause ?? error });
}

async function readToken(source: TransitSettings['token']): Promise<string> {
  const token = typeof source === 'string' ? source : await readFile(source.file, 'utf8').catch(asUnreadable);
  const trimmed = token.trim();
  if (!/^[\x21-\x7e]+$/.test(trimmed)) throw new KeyServiceUnavailable('the token of the transit engine is invalid');
  return trimmed;
}

function asUnreadable({ code }: NodeJS.ErrnoException): never {
  throw new KeyServiceUnavailable(`the file of the transit engine's token cannot be read (${code})`);
}

// The measured product: a server with its own data directory. Owners, vaults and links are inserted without using the calls,
// together with the secrets to use them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readTypedCode } from '@remembrance/contract/typed-code.ts';
import { sealWords } from '@remembrance/server/files/stored/file-words.ts';
import { createMasterKeys } from '@remembrance/server/keys/master/master-keys.ts';
import { createKeyring, type Keyring } from '@remembrance/server/keys/secret/keyring.ts';
import { createVaultKeys, type VaultKeys } from '@remembrance/server/keys/vault/vault-keys.ts';
import { createSessionCookies } from '@remembrance/server/people/sessions/session-cookies.ts';
import { systemClock } from '@remembrance/server/platform/lib/clock.ts';
import { newId, newLinkToken, newSessionToken } from '@remembrance/server/platform/lib/ids.ts';
import { newTypedCode } from '@remembrance/server/platform/lib/typed-code.ts';
import { createRecipientSessions } from '@remembrance/server/vaults/vault-access/recipient-session.ts';
import pg from 'pg';
import { connectionTo } from '../support/embedded-database.ts';
import { createInstallation, type Installation, type ServerProcess } from '../support/installation.ts';

export interface Product {
  installation: Installation;
  server: ServerProcess;
  port: number;
  /** A connection to the same database as its owner. */
  database: pg.Client;
  connection: pg.ClientConfig;
  keyring: Keyring;
  close(): Promise<void>;
}

/** The settings of an installation, but with limits that are counted and never reached. */
const usualSettings = {
  HOST: '127.0.0.1',
  LOG_LEVEL: 'info',
  RATE_LIMIT_FACTOR: '1000000',
  PASSWORD_HASH_COST: '4',
  DATABASE_POOL_SIZE: '10',
};

/** @param sources the folder of the server's programs, if not this project's */
export async function openProduct(settings: Record<string, string> = {}, sources?: string): Promise<Product> {
  const installation = await createInstallation({ settings: { ...usualSettings, ...settings }, sources });
  const server = installation.spawn();
  await server.ready();
  return connectToProduct(installation, server);
}

export async function connectToProduct(installation: Installation, server: ServerProcess): Promise<Product> {
  const connection = connectionTo(installation.dataDirectory);
  const database = new pg.Client(connection);
  database.on('error', () => {}); // its server may be stopped first
  await database.connect();
  const { secrets } = JSON.parse(readFileSync(path.join(installation.dataDirectory, 'secrets.json'), 'utf8'));
  return {
    installation,
    server,
    port: Number(new URL(installation.url).port),
    database,
    connection,
    keyring: createKeyring(Buffer.from(secrets[0], 'base64url')),
    close: () => database.end().catch(() => {}),
  };
}

export interface SeededOwner {
  id: string;
  vaultId: string;
  /** A second, released vault with three files. */
  releasedId: string;
  linkId: string;
  /** The headers that a browser sends. */
  cookie: string;
  code: string;
  linkToken: string;
  recipientCookie: string;
  /** The stored digests of its session, its code and its link. */
  sid: string;
  accessCode: string;
  linkDigest: string;
}

/** Owners with a session, a purchase with many free places, an active vault with its executor's code, and a released vault. */
export async function seedOwners(product: Product, count: number): Promise<SeededOwner[]> {
  const { keyring, installation, database } = product;
  const now = new Date();
  const cookies = createSessionCookies({ publicUrl: installation.url, keyring });
  const sessions = createRecipientSessions({ keyring, clock: systemClock, secure: false });
  const vaultKeys = openVaultKeys(installation.dataDirectory);
  const owner = async () => {
    const token = newSessionToken();
    const code = newTypedCode(20, 5);
    const linkToken = newLinkToken();
    const linkId = newId(now);
    let recipientCookie = '';
    const reply = { header: (_: string, line: string) => (recipientCookie = nameAndValue(line)) };
    sessions.start(reply as never, linkId, { browserId: 'b'.repeat(24), proven: 'granted' });
    const active = await sealedVault(vaultKeys, newId(now));
    const released = await sealedVault(vaultKeys, newId(now));
    return {
      id: newId(now),
      purchaseId: newId(now),
      executorId: newId(now),
      vaultId: active.id,
      releasedId: released.id,
      vaults: [active, released],
      message: active.message,
      releasedMessage: released.message,
      linkId,
      linkToken,
      code,
      recipientCookie,
      sid: cookies.sidOf(token),
      accessCode: keyring.digest('access-code', readTypedCode(code)),
      linkDigest: keyring.digest('link-token', linkToken),
      cookie: nameAndValue(cookies.newSession(token, newLinkToken())[0] ?? ''),
    };
  };
  const owners = await Promise.all(Array.from({ length: count }, owner));
  const rows = JSON.stringify(owners);
  for (const statement of seedStatements) await database.query(statement, [rows]);
  await database.query('analyze');
  return owners;
}

const openVaultKeys = (dataDirectory: string): VaultKeys => {
  const ring = JSON.parse(readFileSync(path.join(dataDirectory, 'keyring.json'), 'utf8'));
  return createVaultKeys({
    masterKeys: createMasterKeys(() => ring),
    clock: systemClock,
    codeKey: Buffer.alloc(32), // it derives no executor's code
    onUnreadable: () => {},
  });
};

/** The key of a vault, and its sealed texts. */
async function sealedVault(vaultKeys: VaultKeys, id: string) {
  const { key, texts } = await vaultKeys.makeKey(id);
  const files = [0, 1, 2].map((position) => {
    const fileId = newId(new Date());
    return { id: fileId, position, ...sealWords(texts, fileId, { ...blank, fileName: `letter ${position}.pdf` }) };
  });
  return { id, key, files, message: texts.seal('message', 'The herons came back.') };
}
const blank = { caption: '', transcript: '' };

const nameAndValue = (line: string): string => line.split(';')[0] ?? '';

const given = `from json_to_recordset($1) as o(id uuid, "purchaseId" uuid, "vaultId" uuid, "releasedId" uuid, "executorId" uuid,
  "linkId" uuid, message text, "releasedMessage" text, vaults json, sid text, "accessCode" text, "linkDigest" text)`;
const seedStatements = [
  `insert into users (id, email, email_verified, first_name, last_name)
    select id, id || '@example.com', true, 'Ada', 'Lindqvist' ${given}`,
  `insert into sessions (sid, expire, user_id) select sid, now() + interval '30 days', id ${given}`,
  `insert into user_subscriptions (id, user_id, plan_id, status)
    select "purchaseId", id, (select id from plans where name = 'premium_subscription'), 'paid' ${given}`,
  `insert into vaults (id, creator_id, subscription_id, plan_type, title, recipient_name, recipient_email, message, payment_status,
      activated_at)
    select "vaultId", id, "purchaseId", 'premium_subscription', 'For Rosa', 'Rosa Reyes', 'rosa@example.com', message,
      'paid', now() ${given}`,
  `insert into vaults (id, creator_id, subscription_id, plan_type, title, recipient_name, recipient_email, message, payment_status,
      activated_at, status, released_at)
    select "releasedId", id, "purchaseId", 'premium_subscription', 'For Rosa', 'Rosa Reyes', 'rosa@example.com',
      "releasedMessage", 'paid', now(), 'released', now() ${given}`,
  `insert into vault_keys (vault_id, wrapped_key, master_key, created_at)
    select (v->>'id')::uuid, v#>>'{key,wrappedKey}', v#>>'{key,masterKey}', now() ${given}, json_array_elements(vaults) v`,
  `insert into executors (id, vault_id, name, email, access_code, code_salt, code_sent_at, notified_at)
    select "executorId", "vaultId", 'Edda Moreau', 'edda@example.com', "accessCode", '', now(), now() ${given}`,
  `insert into access_verifications (id, vault_id, verification_token, email, verified, security_answers_provided, expires_at)
    select "linkId", "releasedId", "linkDigest", 'rosa@example.com', true, true, now() + interval '30 days' ${given}`,
  `insert into vault_files (id, vault_id, file_name, caption, transcript, file_type, file_size, size_bytes, object_path,
      encryption_header, sha256, crc32, mime_type, position)
    select (f->>'id')::uuid, "releasedId", f->>'fileName', f->>'caption', f->>'transcript', 'document', '1 MB', 1048576,
      'lab/' || "releasedId" || '/' || (f->>'position'), '', '', 0, 'application/pdf', (f->>'position')::int
    ${given}, json_array_elements(vaults->1->'files') f`,
];

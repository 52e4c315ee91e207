// The minimum work that a server must do for an action: Fastify and pg, prepared statements and the hashes of answers, without
// headers, limits or a log. run.ts starts it.
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createSlowHash } from '@remembrance/server/platform/lib/slow-hash.ts';
import Fastify from 'fastify';
import pg from 'pg';

const connection = JSON.parse(process.env.FLOOR ?? '{}') as pg.PoolConfig;
const pool = new pg.Pool({ ...connection, max: 10 });
const run = async (name: string, text: string, values: unknown[]) => (await pool.query({ name, text, values })).rows;

const session = (sid: unknown) =>
  run(
    'floor_session',
    'select u.id, u.email, u.first_name from sessions s join users u on u.id = s.user_id where s.sid = $1 and s.expire > now()',
    [sid],
  );
const inserts = `vault as (insert into vaults (id, creator_id, plan_type, title, recipient_name, recipient_email, message, payment_status)
    values (gen_random_uuid(), $1, 'premium_subscription', $2, 'Rosa', 'rosa@example.com', $3, 'unpaid') returning id),
  question as (insert into security_questions (vault_id, position, question, answer) select id, 0, 'Where?', $3 from vault),
  executor as (insert into executors (vault_id, name, email, access_code, code_salt) select id, 'Edda', 'edda@example.com', id::text || 'x', '' from vault),
  line as (insert into acts (id, vault_id, actor, event, at) select gen_random_uuid(), id, 'owner', 'vault-created', now() from vault)`;

const app = Fastify();
type Body = { sid: string; title: string; text: string; digest: string };
app.get<{ Querystring: Body }>('/session', async ({ query }) => (await session(query.sid))[0]);
app.get<{ Querystring: Body }>('/list', async ({ query }) => {
  const [owner] = await session(query.sid);
  return run(
    'floor_list',
    'select id, title, status, payment_status, recipient_name, created_at from vaults where creator_id = $1 order by created_at desc',
    [owner.id],
  );
});
app.get<{ Querystring: Body }>('/recipient', async ({ query }) => {
  const link = `select v.id, v.title, v.message, u.first_name from access_verifications a join vaults v on v.id = a.vault_id
    join users u on u.id = v.creator_id where a.verification_token = $1`;
  const [vault] = await run('floor_link', link, [query.digest]);
  const files = await run('floor_files', 'select * from vault_files where vault_id = $1 order by position', [vault.id]);
  return { vault, files };
});
const findCode = (digest: string) =>
  run('floor_code', 'select v.* from executors e join vaults v on v.id = e.vault_id where e.access_code = $1', [
    digest,
  ]);
const countTry = (network: string) =>
  run(
    'floor_try',
    `insert into rate_limits (key, tries, window_ends_at) values ($1, 1, now() + interval '1 minute')
     on conflict (key) do update set tries = rate_limits.tries + 1 returning tries`,
    [`floor ${network}`],
  );
app.post<{ Body: Body }>('/verify', async ({ body, ip }, reply) => {
  await countTry(ip);
  const [vault] = await findCode(body.digest);
  return vault ?? reply.code(403).send({ code: 'refused' });
});
const { hash } = createSlowHash(4);
const hashAnswers = () => Promise.all(['At the mill pond', 'Pétrel'].map(hash));
app.post<{ Body: Body }>('/draft', async ({ body }) => {
  const [owner] = await session(body.sid);
  await hashAnswers();
  return run('floor_draft', `with ${inserts} select id from vault`, [owner.id, body.title, body.text]);
});

/** Writes bytes as they arrive to a synced file, and reads them back in MiBs. */
const file = path.join(os.tmpdir(), `floor-${process.pid}`);
const bare = http.createServer(async (request, response) => {
  if (request.method === 'PUT') {
    const target = createWriteStream(file, { flush: true });
    await pipeline(request, target);
    response.writeHead(204, { 'content-length': 0 }).end();
  } else {
    await using handle = await open(file);
    const [, start = '0', end = String((await handle.stat()).size - 1)] =
      /(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    const part = { start: Number(start), end: Number(end) };
    response.writeHead(request.headers.range ? 206 : 200, { 'content-length': part.end - part.start + 1 });
    await pipeline(handle.createReadStream({ ...part, highWaterMark: 1024 * 1024, autoClose: false }), response);
  }
});
pool.on('error', () => {}); // its database may be stopped first
bare.listen(0, '127.0.0.1', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const port = (server: { address(): unknown }) => (server.address() as { port: number }).port;
  process.send?.({ port: port(app.server), barePort: port(bare) });
});
process.on('disconnect', () => process.exit(0));

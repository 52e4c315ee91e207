// Fills the tables that grow with an installation, so that PostgreSQL plans its statements as it would after years.
import type pg from 'pg';

const count = 20_000;
const some = `from (select *, row_number() over () as n from users where email like 'grown-%') u`;
const someVaults = `from vaults v where title = 'Grown'`;

const statements = [
  `insert into users (email) select 'grown-' || n || '@example.com' from generate_series(1, ${count}) n`,
  `insert into passwords (user_id, hash) select id, '' ${some}`,
  `insert into sessions (sid, expire, user_id) select md5(id::text), now() + interval '1 day', id ${some}`,
  `insert into vaults (creator_id, plan_type, title, recipient_name, recipient_email, payment_status,
      scheduled_release_date)
    select id, 'basic_one_time', 'Grown', 'Rosa', 'rosa@example.com', 'paid', now() + n * interval '1 hour' ${some}`,
  `insert into vault_keys (vault_id, wrapped_key, master_key, created_at) select id, '', 'grown', now() ${someVaults}`,
  `insert into executors (vault_id, name, email, access_code, code_salt, code_sent_at, confirm_token)
    select id, '', 'edda-' || id || '@example.com', md5(id::text), '', now(), md5(id::text) ${someVaults}`,
  `insert into release_requests (vault_id, asked_by_name, state, due_at, stop_salt, stop_token, created_at, ended_at)
    select id, '', 'stopped', now(), '', md5(id::text), now(), now() ${someVaults}`,
  `insert into security_questions (vault_id, position, question, answer) select id, 0, 'Where?', '' ${someVaults}`,
  `insert into access_verifications (vault_id, verification_token, email, expires_at)
    select id, md5(id::text), recipient_email, now() ${someVaults}`,
  `insert into access_guesses (vault_id) select id ${someVaults}`,
  `insert into vault_files (vault_id, file_name, file_type, file_size, size_bytes, object_path, encryption_header, sha256, crc32, mime_type)
    select id, 'a.txt', 'document', '1 KB', 1024, id::text, '', '', 0, 'text/plain' ${someVaults}`,
  `insert into user_subscriptions (id, user_id, plan_id, status)
    select gen_random_uuid(), id, (select id from plans limit 1), 'paid' ${some}`,
  `insert into letters (id, kind, vault_id, recipient, message_id, status, due_at, created_at)
    select gen_random_uuid(), 'executor-code', id, 'edda@example.com', id::text, 'sent', now(), now() ${someVaults}`,
  `insert into acts (id, actor, letter_id, event, at) select gen_random_uuid(), 'service', id, 'letter-queued', now() from letters`,
  `insert into acts (id, vault_id, actor, event, at) select gen_random_uuid(), id, 'owner', 'vault-created', now() ${someVaults}`,
  `insert into rate_limits (key, tries, window_ends_at) select 'grown ' || n, 1, now() ${some}`,
  'analyze',
];

/** @param owner connected as the role that owns the tables */
export async function growTables(owner: pg.Client): Promise<void> {
  for (const statement of statements) await owner.query(statement);
}

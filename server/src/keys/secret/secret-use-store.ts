// Counts the values stored under each secret, for an operator who wants to retire one.
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/open-database.ts';
import {
  accessCodes,
  accessVerifications,
  accountLinks,
  executors,
  installation,
  knownDevices,
  letters,
  ownerChanges,
  passwords,
  recoveryCodes,
  securityQuestions,
  sessions,
  twoFactors,
  vaults,
} from '../../platform/database/schema.ts';

export interface SecretUse {
  what: string;
  /** The value cannot be made again, and does not expire. */
  isLost: boolean;
  count: number;
}

/** Where it is stored, as `stored`. Each value starts with its secret's label. */
const kinds: { what: string; isLost: boolean; from: (now: Date) => SQL }[] = [
  {
    what: "executors' codes of vaults that are not released",
    isLost: true,
    from: () =>
      sql`select access_code as stored from ${executors} join ${vaults} on ${vaults.id} = vault_id where status <> 'released' and access_code is not null`,
  },
  {
    // Only the newest link of a vault: its recipient has it.
    what: "recipients' links",
    isLost: true,
    from: () => sql`${of(accessVerifications.verificationToken)} as link where not exists (
        select from ${accessVerifications} as newer where newer.vault_id = link.vault_id and newer.created_at > link.created_at)`,
  },
  {
    what: "recipients' answers",
    isLost: true,
    from: () => of(securityQuestions.answer),
  },
  // An owner without a password signs in by a letter that sets a new one, if they still have the mailbox.
  {
    what: 'passwords',
    isLost: true,
    from: () => of(passwords.hash),
  },
  {
    what: 'recovery codes',
    isLost: true,
    from: () => of(recoveryCodes.digest),
  },
  {
    what: 'authenticator apps',
    isLost: true,
    from: () => of(twoFactors.sealedSecret),
  },
  {
    what: 'changes that their owners can undo',
    isLost: true,
    from: (now) => sql`${of(ownerChanges.tokenDigest)} where undone_at is null and expires_at > ${now}`,
  },
  {
    // Sealed values cannot be read here: the answers in them may be under any secret.
    what: 'changed questions that can be put back',
    isLost: true,
    from: (now) =>
      sql`select case when ${installation.id} = 1 then '' else left(secret_check, 8) || '.' end as stored
        from ${ownerChanges} cross join ${installation}
        where kind = 'questions' and sealed_earlier is not null and undone_at is null and expires_at > ${now}`,
  },
  {
    what: 'unsent letters with a link or a code',
    isLost: true,
    from: () => sql`select jsonb_path_query_first(facts, '$.**.salt') #>> '{}' as stored from ${letters}
      where jsonb_path_exists(facts, '$.**.salt')`,
  },
  {
    what: 'sessions',
    isLost: false,
    from: (now) => sql`${of(sessions.sid)} where expire > ${now}`,
  },
  {
    what: 'browsers owners signed in from',
    isLost: false,
    from: () => of(knownDevices.digest),
  },
  {
    what: 'links of accounts',
    isLost: false,
    from: (now) => sql`${of(accountLinks.tokenDigest)} where expires_at > ${now}`,
  },
  {
    what: 'codes mailed to owners',
    isLost: false,
    from: (now) => sql`${of(accountLinks.codeDigest)} where code_expires_at > ${now}`,
  },
  {
    what: 'codes mailed to recipients',
    isLost: false,
    from: (now) => sql`${of(accessCodes.digest)} where expires_at > ${now}`,
  },
  {
    what: 'links by which executors confirm their letter',
    isLost: false,
    from: () => sql`${of(executors.confirmToken)} where confirm_token is not null and confirmed_at is null`,
  },
];

function of(column: { table: unknown; name: string }): SQL {
  return sql`select ${sql.identifier(column.name)} as stored from ${column.table}`;
}

/** The number of uses of each secret, by its label, in one consistent snapshot. */
export async function countSecretUses(database: Database, now: Date): Promise<Map<string, SecretUse[]>> {
  const parts = kinds.map(({ from }, kind) => sql`select ${kind}::int as kind, stored from (${from(now)}) as one`);
  const { rows } = await database.execute<{ kind: number; label: string; count: number }>(
    sql`select kind, coalesce(substring(stored from '^[0-9a-f]{8}\\.'), '') as label, count(*)::int as count
      from (${sql.join(parts, sql` union all `)}) as every group by 1, 2 order by 1`,
  );
  const uses = new Map<string, SecretUse[]>();
  for (const { kind, label, count } of rows) {
    const { what, isLost } = kinds[kind] ?? { what: '', isLost: true };
    uses.set(label, [...(uses.get(label) ?? []), { what, isLost, count }]);
  }
  return uses;
}

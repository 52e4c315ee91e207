// When an owner last used the account, as far as a session or an act shows it.
import { type SQLWrapper, sql } from 'drizzle-orm';
import { actPeople, acts, sessions, users } from '../../platform/database/schema.ts';

/**
 * A read-only token is used by a program, so it is no sign of the owner. Neither is a password that was not followed by the mailed code.
 */
export const seenAtOf = (ownerId: SQLWrapper) =>
  sql<Date | null>`greatest(
  (select max(greatest(${sessions.updatedAt}, ${sessions.provenAt})) from ${sessions}
    where ${sessions.userId} = ${ownerId} and ${sessions.tokenName} is null),
  (select max(${acts.at}) from ${acts} join ${actPeople} on ${actPeople.personId} = ${acts.personId}
    where ${actPeople.userId} = ${ownerId} and ${acts.actor} = 'owner' and ${acts.event} <> 'sign-in-code-sent'))`.mapWith(
    acts.at,
  );

/** The query must join the users. */
export const ownerSeenAt = seenAtOf(users.id);

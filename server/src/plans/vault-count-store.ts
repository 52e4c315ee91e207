// Counts a vault on the purchase that pays for it, as a part of the statement that writes the vault.
import { sql } from 'drizzle-orm';
import { userSubscriptions } from '../platform/database/schema.ts';

export const countVault = sql`update ${userSubscriptions} purchase set vaults_created = vaults_created + 1`;

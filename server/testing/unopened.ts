// Released vaults whose email nobody has opened yet, and their owner's choices, for tests of what follows.
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { vaults } from '../src/platform/database/schema.ts';
import { daysLater } from '../src/platform/lib/clock.ts';
import { followUpReleases } from '../src/vaults/release/follow-up.ts';
import { prepared } from './expect-refused.ts';
import { paidVault, release, signedIn } from './people.ts';
import type { TestApp } from './test-app.ts';

interface Choice {
  followUp?: boolean;
  second?: boolean;
  date?: boolean;
}

/** Each test file has its own database, so its people are numbered from one. */
export function unopenedVaults(appOf: () => TestApp) {
  let people = 0;
  const nextPerson = () => {
    people += 1;
    return people;
  };
  const kindsTo = async (email: string) => (await appOf().lettersTo(email)).map(({ kind }) => kind);
  return {
    nextPerson,
    /** The number of the last person. */
    number: () => people,
    /** A released vault whose owner chose something, with addresses of its own. */
    async releasedWith({ followUp = false, second = false, date = false }: Choice) {
      const app = appOf();
      const number = nextPerson();
      const owner = await signedIn(app, another(ada, number));
      const addresses = {
        recipientEmail: `rosa-${number}@example.com`,
        executorEmail: date ? '' : `edda-${number}@example.com`,
        ...(date && { executorName: '', scheduledReleaseDate: daysLater(app.clock.now(), 30).toISOString() }),
      };
      const vault = await paidVault(app, owner, addresses);
      const secondEmail = `rosa-second-${number}@example.com`;
      const body = { followUp, ...(second && { recipientSecondEmail: secondEmail }) };
      if (followUp || second) await owner.ask(api.changeDelivery, { params: { id: vault.id }, body });
      const named = { number, owner, secondEmail, ...addresses };
      if (!date) return { ...named, ...(await release(app, vault)) };
      const releasedAt = app.clock.now();
      await app.database.update(vaults).set({ status: 'released', releasedAt }).where(eq(vaults.id, vault.id));
      return { ...named, ...vault, token: '' };
    },
    passing: async (days: number) => {
      appOf().clock.pass({ days });
      await followUpReleases(appOf().services);
    },
    kindsTo,
    count: async (email: string, kind: string) => (await kindsTo(email)).filter((one) => one === kind).length,
    verified: (accessCode: string) => appOf().caller().ask(api.verifyExecutor, { body: { accessCode } }),
    correct: ({ id, code }: { id: string; code: string }, email: string) =>
      prepared(appOf().caller(), api.correctRecipient, { params: { vaultId: id }, body: { accessCode: code, email } }),
    stopTokenOf: async (email: string) =>
      new URL((await appOf().lastLetter('correction-asked', email)).link ?? '').hash.slice(1),
  };
}

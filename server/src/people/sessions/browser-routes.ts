// The HTTP routes for the browsers that an account knows. In any other one a password needs a code from the mailbox.
import * as contract from '@remembrance/contract/sessions.ts';
import type { Routes } from '../../http/routes.ts';
import type { QueueLetterNeeds } from '../../letters/ledger/queue-letter.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { deviceInWords } from './device-rules.ts';
import { endUnderWay } from './end-under-way.ts';
import { deviceDigests } from './known-device.ts';
import { forgetDevice, listDevicesOf } from './known-device-store.ts';
import type { SessionCookies } from './session-cookies.ts';
import { lockSignedIn } from './ways-in-changes.ts';

interface Needs extends QueueLetterNeeds {
  database: Database;
  cookies: SessionCookies;
}

export function browserRoutes(routes: Routes, needs: Needs): void {
  routes.owner(contract.listKnownBrowsers, async ({ owner, request }) => {
    const token = needs.cookies.readDevice(request);
    const here: readonly string[] = token ? deviceDigests(needs, token) : [];
    const found = await listDevicesOf(needs.database, owner.id);
    return found.map(({ id, userAgent, createdAt, lastSeenAt, digest }) => ({
      id,
      device: deviceInWords(userAgent),
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent: here.includes(digest),
    }));
  });
  routes.owner(contract.forgetBrowser, async ({ owner, params }) => {
    await needs.database.transaction(async (tx) => {
      await lockSignedIn(tx, owner);
      if (!isId(params.id) || !(await forgetDevice(tx, owner.id, params.id))) refuse('browser-not-found');
      await endUnderWay(needs, tx, { userId: owner.id, sessions: 'none', browsers: 'none' });
      const detail = { change: 'browser-forgotten' };
      await recordAct(needs, tx, { userId: owner.id, actor: 'owner', event: 'sign-in-changed', detail });
    });
    return {};
  });
}

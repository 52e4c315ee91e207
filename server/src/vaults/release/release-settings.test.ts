// The owner's choice of what happens before a release: saved without an edit, weakened only with a proof, reported with an undo link.
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { draftVault, releasedVault, signedIn, signInAgain } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { vaultWith, type WaitingVault } from '../../../testing/waiting-vaults.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const none = { waitHours: 0, mustAgree: false } as const;
const week = { waitHours: 168, mustAgree: false } as const;
const change = ({ owner, id }: Pick<WaitingVault, 'owner' | 'id'>, to: typeof none | typeof week, was: typeof to) =>
  owner.call(api.changeReleaseSettings, { params: { id }, body: { ...to, was } });
const reports = async ({ owner }: WaitingVault) =>
  (await app.lettersTo(owner.email)).filter(({ kind }) => kind === 'owner-change').map(({ facts }) => facts);

describe('WAIT-5: what the owner chooses before a release', () => {
  test('is set without a proof and without an edit, and reported with a link that undoes it', async () => {
    const vault = await vaultWith(app, {});
    app.clock.pass({ hours: 2 });
    expect((await change(vault, week, none)).json()).toEqual(week);
    const stored = await vault.owner.ask(api.getVault, { params: { id: vault.id } });
    expect(stored).toMatchObject({ release: week, editCount: 0, version: vault.version });
    expect(await reports(vault)).toMatchObject([
      {
        kind: 'release-settings',
        before: 'no wait, and one executor is enough',
        after: 'a wait of 7 days, and one executor is enough',
      },
    ]);
    const { link } = await app.lastLetter('owner-change', vault.owner.email);
    const token = new URL(link).hash.slice(1);
    await app.caller().ask(api.undoOwnerChange, { body: { token, putBack: true } });
    await signInAgain(vault.owner, app);
    expect(await vault.owner.ask(api.getVault, { params: { id: vault.id } })).not.toHaveProperty('release');
  });

  test('is weakened only with a proof, and that is reported too', async () => {
    const vault = await vaultWith(app, { waitHours: 168 });
    app.clock.pass({ hours: 2 });
    expect((await change(vault, none, week)).json()).toMatchObject({ code: 'proof-needed' });
    await signInAgain(vault.owner);
    expect((await change(vault, none, week)).statusCode).toBe(200);
    expect(await reports(vault)).toMatchObject([{}, { before: 'a wait of 7 days, and one executor is enough' }]);
  });

  test('is saved by one of two at once, and the other learns of it; a repeat changes nothing', async () => {
    const vault = await vaultWith(app, {});
    const month = { waitHours: 720, mustAgree: false } as const;
    const answers = await Promise.all([change(vault, week, none), change(vault, month as never, none)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'release-settings-changed',
    });
    const saved = answers.find(({ statusCode }) => statusCode === 200)?.json();
    expect((await change(vault, saved, none)).json()).toEqual(saved);
    expect(await reports(vault)).toHaveLength(1);
  });

  test('causes no email in a draft, and cannot be changed after the release', async () => {
    const owner = await signedIn(app, another(ada, 7000));
    const { id } = await draftVault(owner);
    expect((await change({ owner, id }, week, none)).statusCode).toBe(200);
    expect((await change({ owner, id }, none, week)).statusCode).toBe(200);
    expect((await app.lettersTo(owner.email)).map(({ kind }) => kind)).not.toContain('owner-change');
    const released = await releasedVault(app, await signedIn(app, another(ada, 7001)));
    const last = await signedIn(app, another(ada, 7002));
    const other = await releasedVault(app, last);
    expect((await change({ owner: last, id: other.id }, week, none)).json()).toMatchObject({ code: 'vault-released' });
    expect((await change({ owner: last, id: released.id }, week, none)).json()).toMatchObject({
      code: 'vault-not-found',
    });
    expect((await change({ owner: last, id: 'no-id' }, week, none)).json()).toMatchObject({ code: 'vault-not-found' });
  });

  test('is one of the offered waits', async () => {
    const vault = await vaultWith(app, {});
    for (const waitHours of [2, -1, 721, 1.5, '24', null]) {
      const body = { waitHours, mustAgree: false, was: none } as never;
      const answer = await vault.owner.call(api.changeReleaseSettings, { params: { id: vault.id }, body });
      expect(answer.json()).toMatchObject({ code: 'invalid-input' });
    }
  });
});

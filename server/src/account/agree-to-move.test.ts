// A move of the account to a new address: what its owner has written waits for a day, or for the previous mailbox.
import { api } from '@remembrance/contract/api.ts';
import { newAddressHours, ownerChangeDays } from '@remembrance/contract/limits.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addFile, draftVault, type Owner, signedIn, signInBy } from '../../testing/people.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const tokenIn = ({ link }: { link: string }) => new URL(link).hash.slice(1);
const anyone = () => app.caller();
const agree = (token: string) => anyone().call(api.agreeToMove, { body: { token } });

interface Moved {
  owner: Owner;
  id: string;
  downloadUrl: string;
  /** The token of the letter to the previous address. */
  token: string;
}

async function move(owner: Owner, to: string): Promise<string> {
  await owner.ask(api.requestEmailChange, { body: { email: to } });
  app.clock.pass({ seconds: 1 });
  const body = { token: tokenIn(await app.lastLetter('email-confirmation', to)) };
  await anyone().ask(api.confirmEmailChange, { body });
  return tokenIn(await app.lastLetter('owner-change', owner.email));
}

/** An owner with a vault and a file, whose account has just moved. */
async function moved(): Promise<Moved> {
  const owner = await signedIn(app, another(ada, ++people));
  const { id } = await draftVault(owner);
  const file = await addFile(owner, id, { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('a heron') });
  const token = await move(owner, `ada.moved-${people}@example.com`);
  return { owner, id, downloadUrl: file.downloadUrl, token };
}

/** The codes of every call that reads content; undefined where it succeeds. */
async function reads({ owner, id, downloadUrl }: Moved): Promise<(string | undefined)[]> {
  const params = { id };
  const calls = [
    owner.call(api.getVault, { params }),
    owner.call(api.listFiles, { params }),
    owner.call(api.listQuestions, { params }),
    owner.call(api.previewVault, { params }),
    owner.call(api.editVault, { params, body: { title: 'For Rosa' } }),
    owner.call(api.tryAnswers, { params, body: { answers: [{ id, answer: 'a heron' }] } }),
    owner.call(api.exportAccount),
    owner.send({ url: downloadUrl }),
  ];
  const answers = await Promise.all(calls);
  return answers.map((answer) => (answer.statusCode < 300 ? undefined : answer.json().code));
}

describe('EMAIL-5: after a move to a new address nothing is read or exported for a day, unless the previous mailbox agrees', () => {
  test('every call that reads content is refused, with the time, and the account page shows it', async () => {
    const scene = await moved();
    const refused = [...Array.from({ length: 7 }, () => 'content-waits'), 'file-not-found'];
    expect(await reads(scene)).toEqual(refused);
    const copy = { params: { id: scene.id }, body: { fromVaultId: scene.id, fileId: scene.id } };
    expect(await scene.owner.refused(api.copyFile, copy)).toMatchObject({ code: 'content-waits' });
    const until = app.clock.now().getTime() + newAddressHours * 3_600_000;
    const { retryAt } = await scene.owner.refused(api.getVault, { params: { id: scene.id } });
    expect(new Date(retryAt ?? '').getTime()).toBe(until);
    expect((await scene.owner.ask(api.getAccount)).contentFrom).toBe(retryAt);
    // Other sessions do not help either.
    const elsewhere = app.caller();
    await signInBy(app, elsewhere, { email: `ada.moved-${people}@example.com`, password: scene.owner.password });
    expect(await elsewhere.refused(api.getVault, { params: { id: scene.id } })).toMatchObject({
      code: 'content-waits',
    });
  });

  test('the wait ends by itself after a day', async () => {
    const { owner, id } = await moved();
    app.clock.pass({ hours: newAddressHours, seconds: -1 });
    expect(await owner.refused(api.getVault, { params: { id } })).toMatchObject({ code: 'content-waits' });
    app.clock.pass({ seconds: 1 });
    expect((await owner.call(api.getVault, { params: { id } })).statusCode).toBe(200);
  });

  test('the button behind the link in the previous mailbox ends it; opening the page does not', async () => {
    const scene = await moved();
    const shown = await anyone().ask(api.showOwnerChange, { body: { token: scene.token } });
    expect(shown).toMatchObject({ kind: 'email', contentFrom: expect.any(String) });
    expect(await scene.owner.refused(api.getVault, { params: { id: scene.id } })).toMatchObject({
      code: 'content-waits',
    });
    expect((await agree(scene.token)).statusCode).toBe(204);
    expect((await reads(scene)).filter((code) => code === 'content-waits' || code === 'file-not-found')).toEqual([]);
    expect((await agree(scene.token)).json()).toMatchObject({ status: 409, code: 'agreement-over' });
    // The move can still be undone.
    const undone = anyone().ask(api.undoOwnerChange, { body: { token: scene.token, putBack: true } });
    expect(await undone).toEqual({ isPutBack: true });
  });

  test('the letter to the new address has no such link, and an earlier letter does not count for a later move', async () => {
    const { owner, id, token } = await moved();
    const email = `ada.moved-${people}@example.com`;
    expect(await app.lastLetter('owner-change', email)).toMatchObject({ kind: 'email', isWayBack: false });
    await move({ ...owner, email: owner.email }, `ada.moved-again-${people}@example.com`);
    expect((await agree(token)).json()).toMatchObject({ code: 'agreement-over' });
    expect(await owner.refused(api.getVault, { params: { id } })).toMatchObject({ code: 'content-waits' });
    expect((await agree(tokenIn(await app.lastLetter('owner-change', owner.email)))).statusCode).toBe(204);
  });

  test('a move that is undone from the previous mailbox leaves no wait', async () => {
    const { owner, id, token } = await moved();
    await anyone().ask(api.undoOwnerChange, { body: { token, putBack: true } });
    await signInBy(app, owner, owner);
    expect((await owner.call(api.getVault, { params: { id } })).statusCode).toBe(200);
    expect((await agree(token)).json()).toMatchObject({ status: 409, code: 'change-undone' });
  });

  test('the link agrees to nothing once the change can no longer be undone', async () => {
    const { token } = await moved();
    app.clock.pass({ days: ownerChangeDays });
    expect((await agree(token)).json()).toMatchObject({ code: 'change-link-expired' });
  });
});

// Weak passwords are refused in all three places where one is chosen.
import { api } from '@remembrance/contract/api.ts';
import { passwordTooClose, passwordTooCommon } from '@remembrance/contract/password-rules.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const weak = [
  ['password2025', passwordTooCommon],
  ['lindqvist by the sea', passwordTooClose],
] as const;

test('a common password, or one based on the owner’s name, is refused at sign-up', async () => {
  const { firstName: name, lastName, email } = another(ada, 1);
  const body = { name, lastName, email, termsAccepted: true, isAdult: true } as const;
  for (const [password, sentence] of weak) {
    const refused = await app.caller().refused(api.signUp, { body: { ...body, password } });
    expect(refused).toMatchObject({ status: 400, code: 'invalid-input', fields: { password: sentence } });
  }
  const own = await app
    .caller()
    .refused(api.signUp, { body: { ...body, password: `my ${app.services.productName}, mine` } });
  expect(own.fields).toEqual({ password: passwordTooClose });
});

test('a weak password is also refused when changing it and when resetting it by letter; the link still works', async () => {
  const owner = await signedIn(app, another(ada, 2));
  await app.caller().ask(api.requestPasswordReset, { body: { email: owner.email } });
  const { link } = await app.lastLetter('password-reset', owner.email);
  const token = new URL(link).hash.slice(1);
  for (const [newPassword, sentence] of weak) {
    const fields = { newPassword: sentence };
    const body = { currentPassword: owner.password, newPassword };
    expect(await owner.refused(api.changePassword, { body })).toMatchObject({ status: 400, fields });
    expect(await app.caller().refused(api.resetPassword, { body: { token, newPassword } })).toMatchObject({ fields });
  }
  await app.caller().ask(api.resetPassword, { body: { token, newPassword: 'a quiet house by the sea' } });
});

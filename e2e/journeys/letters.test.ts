// Letters as mail programs show them, 600 pixels wide and on a phone, light and dark: readable, complete, with a single action, and
// without remote content.
import { closeLink } from '@remembrance/contract/link-choices.ts';
import { expectAccessible } from '../support/accessible.ts';
import { createApi } from '../support/api.ts';
import { unusedAddress } from '../support/people.ts';
import { expect, test } from '../support/test.ts';
import { makeReleasedVault } from '../support/vaults.ts';

const widths = [600, 390];

test('every letter fits, is readable in light and dark mode, and has a single action', { tag: '@everyday' }, async ({
  page,
  owner,
}) => {
  const title = `For Rosa ${'and everybody '.repeat(16)}🕊️`;
  const recipientEmail = unusedAddress('rosaofthelonghousebythelakeandeverybody');
  const { recipient, executor, link } = await makeReleasedVault(owner, { text: { title, recipientEmail } });
  const token = new URL(link).pathname.split('/').at(-1) ?? '';
  await createApi(owner.api.url).ask(closeLink, { body: { token } });
  await executor.letter('link-disowned');
  for (const kind of ['payment-receipt', 'vault-released'] as const) await owner.mailbox.letter(kind);
  const letters = (await Promise.all([owner.mailbox, recipient, executor].map((mailbox) => mailbox.letters()))).flat();
  const kinds = letters.map(({ kind }) => kind);
  expect(kinds).toEqual(
    expect.arrayContaining([
      'email-verification',
      'payment-receipt',
      'vault-released',
      'recipient-invitation',
      'link-disowned',
    ]),
  );
  for (const { kind, html, text } of letters) {
    await page.setContent(html);
    await expect(page.locator('img, script, link, iframe')).toHaveCount(0);
    expect(await page.locator('a.button').count(), `buttons of ${kind}`).toBeLessThanOrEqual(1);
    expect(text.split('\n').length, `lines of the plain text of ${kind}`).toBeGreaterThan(3);
    for (const width of widths) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        const overhang = () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        await expect.poll(overhang, `${kind} at ${width} pixels in ${colorScheme}`).toBe(0);
      }
      await expectAccessible(page, `${kind} at ${width} pixels`);
    }
  }
});

// Letters as mail programs show them, 600 pixels wide and on a phone, light and dark: readable, complete, with a single action, and
// without remote content.
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/test.ts';
import { makeReleasedVault } from '../support/vaults.ts';

const widths = [600, 390];

test('every letter fits, is readable in light and dark mode, and has a single action', { tag: '@everyday' }, async ({
  page,
  owner,
}) => {
  const title = `For Rosa ${'and everybody '.repeat(16)}🕊️`;
  const { recipient, executor } = await makeReleasedVault(owner, { text: { title } });
  for (const kind of ['payment-receipt', 'vault-released'] as const) await owner.mailbox.letter(kind);
  const letters = (await Promise.all([owner.mailbox, recipient, executor].map((mailbox) => mailbox.letters()))).flat();
  const kinds = letters.map(({ kind }) => kind);
  expect(kinds).toEqual(
    expect.arrayContaining(['email-verification', 'payment-receipt', 'vault-released', 'recipient-invitation']),
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

// The executor's list of first steps: on both pages of a released vault, with ticks that only this browser has.
import { verifyExecutor } from '@remembrance/contract/release.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { enterCode, openVault, summary } from '../../../testing/executor-page.ts';
import { fakeService, openScreen } from '../../../testing/open-screen.tsx';

const releasedAt = '2026-04-02T14:30:00.000Z';
const { id: vaultId, ownerName, recipientName } = summary;

function openEnd(about = vaultId) {
  const end = { vaultId: about, ownerName, recipientName, releasedAt, storedAt: Date.now() };
  return openScreen('/executor-access', { state: { releaseEnd: end } });
}
async function unfold() {
  const list = (await screen.findByText('First steps, if a list helps you')).closest('details') as HTMLElement;
  const boxes = () => within(list).getAllByRole<HTMLInputElement>('checkbox', { hidden: true });
  return { list, boxes, ticks: () => boxes().map(({ checked }) => checked) };
}

test('the list is folded under the end of a release, has at most ten lines, and says how to know our email', async () => {
  openEnd();
  const { list, boxes } = await unfold();
  expect(list.hasAttribute('open')).toBe(false);
  expect(boxes().length).toBeLessThanOrEqual(10);
  expect(list.textContent).toContain('Tell Rosa Lindqvist that our email is real');
  expect(list.textContent).toContain('It comes from Remembrance, and its subject is “You Have a Remembrance”.');
});

test('a tick stays in this browser, for this vault only', async () => {
  const { user } = openEnd();
  const first = await unfold();
  await user.click(first.list.querySelector('summary') as HTMLElement);
  await user.click(first.boxes()[1] as HTMLElement);
  expect(first.ticks().slice(0, 3)).toEqual([false, true, false]);
  expect(Object.entries({ ...localStorage })).toContainEqual([`first-steps ${vaultId}`, 'recipient']);

  await user.click(screen.getByRole('button', { name: 'Access Another Vault' }));
  fakeService().reply(verifyExecutor, { ...summary, status: 'released', releasedAt });
  await enterCode(user);
  const again = await unfold();
  expect(again.ticks().slice(0, 3)).toEqual([false, true, false]);
});

test('the list is printed with its own button, and works if the browser stores nothing', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('denied');
  });
  const { user } = openEnd('another');
  const { list, boxes, ticks } = await unfold();
  await user.click(list.querySelector('summary') as HTMLElement);
  await user.click(boxes()[0] as HTMLElement);
  await waitFor(() => expect(ticks()[0]).toBe(true));
  await user.click(within(list).getByRole('button', { name: 'Print the list' }));
  expect(print).toHaveBeenCalledTimes(1);
});

test('before a release there is no list', async () => {
  await openVault();
  expect(screen.queryByText('First steps, if a list helps you')).toBeNull();
});

// The card is drawn from the link's fragment, which leaves the address immediately and reaches neither the service nor storage.
import { cardPath, type ExecutorCard, writeCard } from '@remembrance/contract/executor-card.ts';
import { getService } from '@remembrance/contract/service.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { pageText } from '../../../testing/on-screen.ts';
import { fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';
import { letterToRosa } from '../../../testing/samples.ts';

const card: ExecutorCard = {
  code: '7Q4M9-TXZ2K-A1B2C-D3E4F',
  vault: letterToRosa.id,
  title: 'For Rosa',
  owner: 'Ada Lindqvist',

  number: 2,
  date: '2026-11-22',
};
const openCard = (of: ExecutorCard = card) => openScreen(`${cardPath}#${writeCard(of)}`);

/** Everything the page leaves behind or sends. */
const traces = () =>
  window.location.href +
  JSON.stringify([window.history.state, { ...localStorage }, { ...sessionStorage }, document.cookie, document.title]) +
  JSON.stringify(fakeService().received(getService));

test('the card shows whose vault it is, its code, number and date, twice, and can be printed', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  const { user } = openCard();
  await heading('A card to print');
  for (const name of ['For your papers', 'For your wallet']) {
    const sheet = await screen.findByRole('article', { name });
    for (const words of [
      'Ada Lindqvist’s vault',
      'For Rosa',
      card.code,
      'Number 2, November 22, 2026',
      '/executor-access',
    ])
      expect(sheet.textContent).toContain(words);
    expect(sheet.querySelector('[aria-label="The seal of this vault"]')).not.toBeNull();
    expect(sheet.querySelector('[aria-label="A QR code that opens the page with your code"]')).not.toBeNull();
  }
  await user.click(screen.getByRole('button', { name: 'Print the card' }));
  expect(print).toHaveBeenCalledTimes(1);
});

test('CARD-4: the code leaves the address immediately, and neither the service nor storage gets it', async () => {
  const entries = window.history.length;
  openCard();
  await shows(card.code);
  expect(window.location.href).toMatch(/\/executor-card$/);
  expect(traces()).not.toContain('TXZ2K');
  expect(window.history.length).toBe(entries);
  expect(vi.mocked(fakeService()).unanswered).toEqual([]);
});

test('CARD-4: another letter opened in the same tab shows its own card', async () => {
  openCard();
  await shows(card.code);
  act(() => {
    window.location.hash = writeCard({ ...card, code: 'AAAAA-BBBBB-CCCCC-DDDDD', number: 3 });
  });
  await shows('AAAAA-BBBBB-CCCCC-DDDDD');
  await waitFor(() => expect(traces()).not.toContain('BBBBB'));
  expect(pageText()).not.toContain('TXZ2K');
});

test.each([
  ['without its fragment, as after a reload', ''],
  ['with half of it', '#code=7Q4M9-TXZ2K-A1B2C-D3E4F'],
])('the page %s has no card, says where it is, and links to the code form', async (_, fragment) => {
  openScreen(cardPath + fragment);
  await heading('There is no card here');
  await shows('Please open the link in our email again.');
  expect(screen.getByRole('link', { name: 'Enter a code' }).getAttribute('href')).toBe('/executor-access');
  expect(screen.queryByRole('article')).toBeNull();
});

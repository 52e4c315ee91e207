// The page behind "Stop the correction": it sends nothing by itself, one press stops the correction, and it reports if it is too late.
import { stopCorrection } from '@remembrance/contract/follow-up.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageText, pressTwice } from '../../../testing/on-screen.ts';
import { fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';

const open = () => openScreen('/stop-correction#a-token-of-its-own');
const button = () => screen.getByRole('button', { name: 'Stop the correction' });

test('a correction is stopped by one press, and opening the page stops nothing', async () => {
  const service = fakeService();
  service.reply(stopCorrection, { vaultTitle: 'For Rosa' });
  open();
  await heading('Stop the correction?');
  expect(service.received(stopCorrection)).toEqual([]);
  pressTwice(button());
  await heading('The address stays');
  expect(pageText()).toContain('For Rosa');
  expect(service.received(stopCorrection).map(({ body }) => body)).toEqual([{ token: 'a-token-of-its-own' }]);
});

test('a correction that has taken effect says whom to ask', async () => {
  fakeService().refuse(stopCorrection, 'correction-over');
  const { user } = open();
  await heading('Stop the correction?');
  await user.click(button());
  await shows('The correction has taken effect or has ended.');
});

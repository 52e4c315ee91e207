// The page behind "Report this email": it sends nothing by itself, reports on one press, and says what to do about an unknown link.
import { reportEmail } from '@remembrance/contract/report-email.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageText, pressTwice } from '../../../testing/on-screen.ts';
import { fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';

const open = () => openScreen('/report-email#a-token-of-its-own');
const reports = () => fakeService().received(reportEmail);
const button = () => screen.getByRole('button', { name: 'Report this email' });

test('ABUSE-9: the page that reports an email sends nothing until its button is pressed, and then sends the token once', async () => {
  fakeService().reply(reportEmail, { reported: true });
  open();
  await heading('Report this email');
  expect(reports()).toEqual([]);
  pressTwice(button());
  await heading('Thank you for the report');
  expect(pageText()).toContain('Until they have looked, emails from the same account wait, for a week at most.');
  expect(reports().map(({ body }) => body)).toEqual([{ token: 'a-token-of-its-own' }]);
});

test('a link that is unknown says whom to write to', async () => {
  fakeService().refuse(reportEmail, 'report-link-unknown');
  const { user } = open();
  await heading('Report this email');
  await user.click(button());
  await shows('We have no record of the email that this link belongs to.');
});

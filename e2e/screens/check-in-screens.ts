// The check-in and the yearly emails: the owner's page, and the pages that the emails link to.
import { expect, type Page } from '@playwright/test';
import {
  answerCheckIn,
  answerYearly,
  type CheckIn,
  getCheckIn,
  sendWantedCode,
} from '@remembrance/contract/check-in.ts';
import type { Endpoint } from '@remembrance/contract/endpoint.ts';
import { heading } from '../support/screens.ts';
import { asOwner, press, refuse, type Screen } from './screen.ts';

/** The page of a link, whose token is looked up only when a button is pressed. */
const linked = (name: string, path: string, title: string, act?: (page: Page) => Promise<void>): Screen => ({
  name,
  async open(page) {
    await page.goto(`${path}#any`);
    await expect(heading(page, title)).toBeVisible();
    await act?.(page);
  },
});

const reply = (page: Page, { path }: Endpoint, json: object) =>
  page.route(`**${path}`, (route) => route.fulfill({ json }));

/** Presses the button, with this reply. */
const answered =
  (endpoint: Endpoint, json: object, button: string, title: string) =>
  async (page: Page): Promise<void> => {
    await reply(page, endpoint, json);
    await press(page, button);
    await expect(heading(page, title)).toBeVisible();
  };

const day = (days: number) => new Date(Date.UTC(2027, 2, 4 + days, 9, 30)).toISOString();
const chosen: CheckIn = {
  months: 3,
  nextAt: day(90),
  pausedUntil: null,
  openSince: null,
  silentAt: null,
  yearly: true,
  vaults: [
    {
      id: 'one',
      title: 'The recipes, and where the keys are',
      executors: 1,
      asks: true,
      releases: false,
      canRelease: false,
    },
    { id: 'two', title: 'For Jonas', executors: 0, asks: false, releases: false, canRelease: true },
  ],
};

const asOwnerWith = (name: string, changes: Partial<CheckIn>, words: string): Screen => ({
  name,
  open: asOwner(async (page) => {
    await reply(page, getCheckIn, { ...chosen, ...changes });
    await page.goto('/check-in');
    await expect(page.getByText(words).first()).toBeVisible();
  }),
});

const [wellTitle, haveTitle, sendTitle] = ['Are you well?', 'Do you still have your code?', 'Send a new code?'];

export const checkInScreens: readonly Screen[] = [
  {
    name: 'check-in',
    open: asOwner(async (page) => {
      await page.goto('/check-in');
      await expect(page.getByText('The check-in is off. We ask nobody.')).toBeVisible();
    }),
  },
  asOwnerWith('check-in-on', {}, 'We ask on'),
  asOwnerWith('check-in-paused', { pausedUntil: day(150) }, 'You are not asked before'),
  asOwnerWith('check-in-silent', { silentAt: day(-1) }, 'We asked your executors on'),
  asOwnerWith(
    'check-in-releasing',
    { vaults: chosen.vaults.map((vault) => ({ ...vault, executors: 1, asks: true, releases: vault.canRelease })) },
    'by itself after its wait',
  ),
  {
    name: 'check-in-not-now',
    open: asOwner(async (page) => {
      await refuse(page, `**${getCheckIn.path}`, 'database-unavailable');
      await page.goto('/check-in');
      await expect(page.getByText('Your check-in could not be shown')).toBeVisible();
    }),
  },
  linked('i-am-well', '/i-am-well', wellTitle),
  linked(
    'i-am-well-done',
    '/i-am-well',
    wellTitle,
    answered(answerCheckIn, { isNew: true, nextAt: day(90) }, 'I am well', 'Good to hear'),
  ),
  linked('i-am-well-unknown', '/i-am-well', wellTitle, async (page) => {
    await press(page, 'I am well');
    await expect(page.getByText('Signing in answers too.')).toBeVisible();
  }),
  linked('still-have-it', '/still-have-it', haveTitle),
  linked(
    'still-have-it-asked',
    '/still-have-it',
    haveTitle,
    answered(answerYearly, { ownerName: 'Ada Lindqvist' }, 'Send me a new one', 'We have asked'),
  ),
  linked(
    'still-have-it-done',
    '/still-have-it',
    haveTitle,
    answered(answerYearly, { ownerName: 'Ada Lindqvist' }, 'Yes, I have it', 'Thank you'),
  ),
  linked('send-wanted-code', '/send-wanted-code', sendTitle),
  linked(
    'send-wanted-code-done',
    '/send-wanted-code',
    sendTitle,
    answered(sendWantedCode, { executorName: 'Tomas Berg' }, 'Send a new code', 'The new code is on its way'),
  ),
];

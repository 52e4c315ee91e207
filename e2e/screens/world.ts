// The people and vaults in the pictures, created once for all of them.

import type { Browser } from '@playwright/test';
import { ada, edda, questions, rosa, vaultForm } from '@remembrance/contract/testing/cast.ts';
import { makePhoto, makeSong, makeText } from '../support/media.ts';
import { newOwner, type Owner } from '../support/people.ts';
import type { Service } from '../support/service.ts';
import {
  type ActiveVault,
  type MadeVault,
  makeActiveVault,
  makeReleasedVault,
  makeVault,
  type ReleasedVault,
} from '../support/vaults.ts';

export interface World {
  service: Service;
  newcomer: Owner;
  owner: Owner;
  active: ActiveVault;
  draft: MadeVault;
  trial: MadeVault;
  released: ReleasedVault;
}

const message = `Dear Rosa,

remember the lake, and the mornings when the loon woke us before the kettle did. You asked me once what I was most proud of, and I made a joke. I have thought about it since.

It was never the work. It was that you came back from every quarrel laughing, and that you let me teach you to row.

Take the boat out for me.

Ada`;
const ines = {
  recipientName: 'Inés Duarte',
  recipientEmail: 'ines@example.org',
  executorName: 'Tomas Berg',
  executorEmail: 'tomas@example.org',
};
const inesMessage = `Dear Inés,

the blue tin holds the recipes, in the order of the years. The bread is on the first card, with your first try noted on its back.

The keys are where the cat used to sleep.

Ada`;
const titles = {
  released: 'For Rosa',
  draft: 'What I never said to Jonas',
  active: 'The recipes, and where the keys are',
  newcomersDraft: 'For Inés, when she is grown',
  trial: 'For Jonas',
};
const jonas = 'Jonas Lindqvist';

/** Everything that a person wrote into the world, besides addresses. */
export const writtenTexts: readonly string[] = [
  ...[message, inesMessage, ines.recipientName, ines.executorName, jonas, ...Object.values(titles)],
  ...[`${ada.firstName} ${ada.lastName}`, rosa.name, edda.name, vaultForm().message ?? ''],
  ...questions.flatMap(({ question, answer }) => [question, answer]),
];

export async function makeWorld(service: Service, browser: Browser, ownerEmail?: string): Promise<World> {
  const [newcomer, owner] = [await newOwner(service), await newOwner(service, ownerEmail)];
  const files = [await makePhoto(browser), makeSong(), makeText('A letter for later.txt')];
  const released = await makeReleasedVault(owner, {
    files,
    text: { planType: 'premium_one_time', title: titles.released, message },
  });
  const second = {
    planType: 'premium_one_time' as const,
    title: titles.draft,
    recipientName: jonas,
    recipientEmail: 'jonas@example.org',
  };
  await makeVault(owner, { text: { ...second, message } });
  const active = await makeActiveVault(owner, {
    files,
    text: {
      title: titles.active,
      ...ines,
      message: inesMessage,
      scheduledReleaseDate: '2040-05-01T10:00:00Z',
    },
  });
  const draft = await makeVault(newcomer, {
    text: { title: titles.newcomersDraft, ...ines, message: inesMessage },
  });
  const trial = await makeVault(newcomer, { text: { planType: 'basic_subscription', title: titles.trial } });
  return { service, newcomer, owner, active, draft, trial, released };
}

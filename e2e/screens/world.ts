// The people and vaults in the pictures, created once for all of them.
import type { Browser } from '@playwright/test';
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

export async function makeWorld(service: Service, browser: Browser, ownerEmail?: string): Promise<World> {
  const [newcomer, owner] = [await newOwner(service), await newOwner(service, ownerEmail)];
  const files = [await makePhoto(browser), makeSong(), makeText('A letter for later.txt')];
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
  const released = await makeReleasedVault(owner, {
    files,
    text: { planType: 'premium_one_time', title: 'For Rosa', message },
  });
  const second = {
    planType: 'premium_one_time' as const,
    title: 'What I never said to Jonas',
    recipientName: 'Jonas Lindqvist',
    recipientEmail: 'jonas@example.org',
  };
  await makeVault(owner, { text: { ...second, message } });
  const active = await makeActiveVault(owner, {
    files,
    text: {
      title: 'The recipes, and where the keys are',
      ...ines,
      message: inesMessage,
      scheduledReleaseDate: '2040-05-01T10:00:00Z',
    },
  });
  const draft = await makeVault(newcomer, {
    text: { title: 'For Inés, when she is grown', ...ines, message: inesMessage },
  });
  const trial = await makeVault(newcomer, { text: { planType: 'basic_subscription', title: 'For Jonas' } });
  return { service, newcomer, owner, active, draft, trial, released };
}

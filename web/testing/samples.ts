// People, vaults and facts for screen tests. A test overrides what it is about: `{ ...letterToRosa, status: 'released' }`.

import type { AccessibleFile, AccessibleVault } from '@remembrance/contract/access-state.ts';
import type { Account } from '@remembrance/contract/account.ts';
import type { BilledPlan } from '@remembrance/contract/billing.ts';
import type { Executor } from '@remembrance/contract/executors.ts';
import type { VaultFile } from '@remembrance/contract/files.ts';
import { planCatalogue } from '@remembrance/contract/plan-catalogue.ts';
import type { OwnPlaces, Plan } from '@remembrance/contract/plans.ts';
import type { OwnersQuestion } from '@remembrance/contract/questions.ts';
import type { ServiceFacts } from '@remembrance/contract/service.ts';
import type { Session, User } from '@remembrance/contract/sessions.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';

export const ada: User = {
  id: '01990000-0000-7000-8000-000000000001',
  firstName: 'Ada',
  lastName: 'Okafor',
  email: 'ada@example.com',
  profileImageUrl: null,
};

export const letterToRosa: Vault = {
  id: '01990000-0000-7000-8000-0000000000a1',
  title: 'For Rosa',
  status: 'active',
  paymentStatus: 'paid',
  planType: 'premium_one_time',
  recipientName: 'Rosa Lindqvist',
  recipientEmail: 'rosa@example.com',
  message: 'Dear Rosa,\nremember the lake.',
  version: 1,
  editCount: 0,
  editsAllowed: 2,
  questionsLocked: false,
  planState: 'paid',
  paidUntil: null,
  codes: [
    {
      executor: 'Ben Achterberg',
      writtenAt: '2026-03-01T10:05:00.000Z',
      letter: 'accepted',
      usedAt: null,
      confirmedAt: '2026-03-02T10:00:00.000Z',
    },
  ],
  invitation: null,
  scheduledReleaseDate: null,
  releasedAt: null,
  isProven: false,
  verifiedAt: null,
  createdAt: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
};

export const serviceFacts: ServiceFacts = {
  productName: 'Remembrance',
  supportEmail: 'support@example.org',
  publicUrl: 'https://remembrance.example',
  letters: 'sent',
  mailboxPath: null,
  payment: { testMode: false, publishableKey: 'pk_test_1', scriptPath: null },
};

export const offeredPlans: Plan[] = planCatalogue.map(
  ({ name, displayName, planType, price, vaultLimit, filesPerVault, editsAllowed }) => ({
    id: `plan-${name}`,

    name,
    displayName,
    planType,
    price,
    vaultLimit,
    filesPerVault,
    editsAllowed,
  }),
);

/** No plan has been used, and the free month is still available. */
export const noPlaces: OwnPlaces = {
  trialUsed: false,
  plans: planCatalogue.map(({ name, vaultLimit }) => ({ name, used: 0, limit: vaultLimit, freePlace: null })),
};

export const accountOfAda: Account = {
  ...ada,
  createdAt: '2026-01-15T10:00:00.000Z',
  contentFrom: null,
  hasPassword: true,
  refusedLetters: [],
  timeZone: 'Europe/Berlin',
  twoFactor: { isOn: false, recoveryCodesLeft: 0, trustedBrowsers: 0 },
};

export const thisBrowser: Session = {
  id: 'session-1',
  device: 'Firefox on Linux',
  network: '192.0.2.0/24',
  createdAt: '2026-03-01T10:00:00.000Z',
  lastSeenAt: '2026-03-05T00:00:00.000Z',
  isCurrent: true,
};

/** A running monthly plan with a card, and room to grow. */
export const basicPlus: BilledPlan = {
  id: '01990000-0000-7000-8000-0000000000b1',
  name: 'basic_subscription',
  displayName: 'Basic Plus',
  planType: 'subscription',
  price: '2.99',
  state: 'paid',
  places: { used: 1, limit: 1 },
  vaults: [{ id: '01990000-0000-7000-8000-0000000000a1', title: 'For Rosa' }],
  boughtAt: '2026-03-01T12:00:00.000Z',
  nextPayment: { at: '2026-05-01T12:00:00.000Z', amount: '2.99' },
  endsAt: null,
  isCancelled: false,
  canRestart: false,
  card: { brand: 'visa', lastFour: '4242' },
  clientSecret: null,
  changesTo: { name: 'premium_subscription', displayName: 'Premium Plus', price: '4.99' },
};

/** The question for Rosa. */
export const heron: OwnersQuestion = { id: 'question-1', question: 'Where did we see the heron?', spellings: 1 };

export const ben: Executor = {
  id: '01990000-0000-7000-8000-0000000000e1',
  name: 'Ben Achterberg',
  email: 'ben@example.com',
  note: '',
  codeSentAt: '2026-03-01T10:05:00.000Z',
  codeUsedAt: null,
  confirmedAt: null,
};

export const picture: VaultFile = {
  id: '01990000-0000-7000-8000-0000000000f1',
  fileName: 'Lake in June.jpg',
  fileType: 'art',
  mimeType: 'image/jpeg',
  fileSize: '1.25 MB',
  sizeBytes: 1_310_720,
  caption: '',
  transcript: '',
  isDamaged: false,
  isOtherThanClaimed: false,
  finding: null,
  downloadUrl: '/api/downloads/f1?signature=own',
  createdAt: '2026-03-01T10:00:00.000Z',
};

/** The vault's content for Rosa, as she may read it. */
export const openedLetter: AccessibleVault = {
  id: letterToRosa.id,
  title: letterToRosa.title,
  message: letterToRosa.message,
  isUnreadable: false,
  ownerName: 'Ada Okafor',
  recipientName: letterToRosa.recipientName,
  writtenAt: '2026-03-01T10:00:00.000Z',
};

/** A picture as its recipient sees it. */
export const openedPicture: AccessibleFile = {
  id: picture.id,
  fileName: picture.fileName,
  fileType: 'art',
  mimeType: 'image/jpeg',
  fileSize: '1.25 MB',

  sizeBytes: picture.sizeBytes,
  caption: '',
  transcript: '',

  isDamaged: false,
  finding: null,
  isUnreadable: false,
  downloadUrl: '/api/downloads/f1?signature=one',
};

/** A key like those that the service derives for an owner. */
export const draftKey = 'a1'.repeat(32);

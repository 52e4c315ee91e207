// Every call with which an owner changes something, and every field of an edit, with the decision whether it asks for a proof. A new one
// fails until somebody decides.
import { expect, test } from 'vitest';
import { api } from './api.ts';
import { editVaultBody } from './edit-vault.ts';
import type { Endpoint } from './endpoint.ts';

type Decision = readonly ['always' | 'sometimes', when?: string] | readonly ['none', why: string];

const decisions: Record<string, Decision> = {
  addExecutor: ['always'],
  beginCardChange: ['always'],
  beginPasskey: ['always'],
  beginTwoFactor: ['always'],
  changePlan: ['always'],
  changeDelivery: ['always'],
  changeProfile: ['always'],
  correctExecutor: ['always'],
  deleteAccount: ['always'],
  endOtherSessions: ['always'],
  endSession: ['always'],
  endTwoFactor: ['always'],
  exportAccount: ['always'],
  forgetBrowser: ['always'],
  reissueCode: ['always'],
  removePasskey: ['always'],
  renewPlan: ['always'],
  renewRecoveryCodes: ['always'],
  requestEmailChange: ['always'],
  resumePlan: ['always'],
  undoRelease: ['always'],
  stopCorrectionOfVault: ['always'],
  cancelPlan: ['sometimes', 'to cancel; keeping the plan changes nothing that was agreed'],
  chooseCheckIn: ['sometimes', 'for asking less than before; asking more withholds nothing'],
  createToken: ['always'],
  stopReleaseOfVault: ['sometimes', 'to stop again within 60 days; the first time the executors can ask again'],
  createVault: ['sometimes', 'for a date less than seven days ahead'],
  changeReleaseSettings: ['sometimes', 'to shorten the wait or turn a protection off'],
  deleteVault: ['sometimes', 'for an activated vault'],
  editVault: ['sometimes', 'by field, as below'],
  addPasskey: ['none', 'ends what beginPasskey began'],
  confirmTwoFactor: ['none', 'ends what beginTwoFactor began'],
  completeCardChange: ['none', 'ends what beginCardChange began'],
  changePassword: ['none', 'asks for the password itself'],
  proveByPasskey: ['none', 'is the proof'],
  proveByPassword: ['none', 'is the proof'],
  chooseLetters: ['none', 'only reminders can be turned off, and every other letter about a date stays'],
  completePayment: ['none', 'reports a payment that was made elsewhere'],
  createPaymentIntent: ['none', 'needs a card that is entered for it'],
  createSubscription: ['none', 'needs a card that is entered for it, or charges nothing'],
  distrustBrowsers: ['none', 'only asks for more at the next sign-in'],
  putPicture: ['none', 'is seen by the owner alone'],
  removePicture: ['none', 'is seen by the owner alone'],
  rehearseRelease: ['none', 'writes to the owner alone'],
  renamePasskey: ['none', 'opens and closes nothing'],
  reopenQuestions: ['none', 'writes to the recipient who is named already'],
  requestUpload: ['none', 'a file is in no vault before an edit names it'],
  copyFile: ['none', 'a copy of what the owner can read; on an activated vault it waits for an edit that names it'],
  tryAnswers: ['none', 'changes nothing, and is limited by the hour'],
};

const fields: Record<keyof typeof editVaultBody.shape, Decision> = {
  version: ['none', 'is compared only'],
  title: ['sometimes', 'if it uses the last edit of the plan'],
  recipientName: ['always'],
  recipientEmail: ['always'],
  message: ['sometimes', 'in a session older than an hour, or if it uses the last edit of the plan'],
  scheduledReleaseDate: ['sometimes', 'if it is near, later than the one before, or uses the last edit of the plan'],
  removesReleaseDate: ['sometimes', 'for an activated vault'],
  files: ['sometimes', 'in a session older than an hour if words are lost, or if it uses the last edit of the plan'],
  removedFiles: ['sometimes', 'in a session older than an hour, or if it uses the last edit of the plan'],
  questions: ['always'],
};

const changes = (Object.entries(api) as [string, Endpoint][]).filter(
  ([, { access, method, proof }]) => (access === 'owner' && method !== 'GET') || proof !== 'none',
);

test('PROOF-1: for every call that changes something of an owner it is decided whether it asks for a proof', () => {
  expect(Object.keys(decisions).toSorted()).toEqual(changes.map(([name]) => name).toSorted());
  for (const [name, { proof }] of changes) {
    const [decided, reason] = decisions[name] ?? [];
    expect(proof, name).toBe(decided);
    if (decided !== 'always') expect(reason, name).not.toBe(undefined);
  }
});

test('PROOF-1: for every field of an edit it is decided whether it asks for a proof', () => {
  expect(Object.keys(fields).toSorted()).toEqual(Object.keys(editVaultBody.shape).toSorted());
});

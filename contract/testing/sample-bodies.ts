// For tests: a valid body for every call that reads one. A new call does not compile without one here.
import type { api } from '../src/api.ts';
import type { BodySent } from '../src/endpoint.ts';

type Api = typeof api;
type WithBody = { [Name in keyof Api]: BodySent<Api[Name]> extends Record<string, never> ? never : Name }[keyof Api];

const token = 'mV4mN0uJb6yKkq3mV4mN0uJb6yKkq3';
const password = 'a quiet house by the sea';
const email = 'ada@example.com';
const signed = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' };
const passkey = { id: 'AA', rawId: 'AA', type: 'public-key', clientExtensionResults: {} } as const;
const accessCode = 'ABCDE-FGHJK-MNPQR-STVWX';

export const sampleBodies: { [Name in WithBody]: BodySent<Api[Name]> } = {
  signUp: { name: 'Ada', lastName: 'Lindqvist', email, password, termsAccepted: true, isAdult: true, next: '/pricing' },
  signIn: { email, password, next: '/vault/1' },
  confirmEmail: { token, password },
  resendVerification: { email, next: '/' },
  readPasswordReset: { token },
  requestPasswordReset: { email },
  resetPassword: { token, newPassword: password, passkeys: 'leave' },
  answerSignInCode: { code: 'K7QX-M2VJ' },
  answerTwoFactor: { code: '123456', trust: true },
  finishFirstVisit: { firstName: 'Ada', lastName: 'Lindqvist', termsAccepted: true, isAdult: true },
  signInWithPasskey: { answer: { ...passkey, response: signed } },
  changePassword: { currentPassword: 'old', newPassword: password },
  confirmTwoFactor: { code: '123456' },
  keepTwoFactor: { token },
  addPasskey: { name: 'Phone', answer: { ...passkey, response: { clientDataJSON: 'e30', attestationObject: 'AA' } } },
  createToken: { name: 'Backup' },
  renamePasskey: { name: 'Old phone' },
  proveByPassword: { password },
  proveByPasskey: { answer: { ...passkey, response: signed } },
  showOwnerChange: { token },
  agreeToMove: { token },
  undoOwnerChange: { token, putBack: true },
  requestEmailChange: { email },
  confirmEmailChange: { token },
  changeProfile: { firstName: 'Ada', lastName: 'Lindqvist' },
  chooseLetters: { refused: ['release-reminder'] },
  createVault: {
    planType: 'premium_one_time',
    title: 'Letters',
    recipientName: 'Edda',
    recipientEmail: 'edda@example.com',
    message: 'Dear Edda',
    executorName: 'Otto',
    executorEmail: 'otto@example.com',
    scheduledReleaseDate: '2031-05-01T09:00:00+02:00',
    securityQuestion1: 'Which boat was ours?',
    securityAnswer1: 'Petrel',
  },
  editVault: { title: 'Letters', recipientName: 'Edda', recipientEmail: 'edda@example.com', message: 'Dear Edda' },
  tryAnswers: { answers: [{ id: 'question-1', answer: 'Petrel' }] },
  requestUpload: {
    fileName: 'boat.jpg',
    fileType: 'art',
    mimeType: 'image/jpeg',
    caption: 'Our boat',
    transcript: 'Ahoy',
  },
  copyFile: { fromVaultId: 'vault-1', fileId: 'file-1', caption: 'Our boat' },
  addExecutor: { name: 'Otto', email: 'otto@example.com', note: 'The key is in the blue tin.' },
  confirmExecutor: { token },
  correctExecutor: { name: 'Otto', email: 'otto@example.com' },
  sendAgain: { email },
  reportEmail: { token },
  verifyExecutor: { accessCode },
  releaseVault: { accessCode },
  reopenQuestionsByExecutor: { accessCode },
  readAccess: { token },
  verifyAccessEmail: { token, email },
  sendAccessCode: { token },
  verifyAccessCode: { token, code: 'ABCD-2345' },
  verifyAccessAnswers: { token, answers: [{ question: 'Which boat was ours?', answer: 'Petrel' }] },
  requestFreshLink: { token },
  closeLink: { token },
  remindRecipient: { token, after: 'week' },
  createPaymentIntent: { vaultId: 'vault-1' },
  createSubscription: { vaultId: 'vault-1', promo: 'freetrial' },
  completePayment: { paymentIntentId: 'pi_1' },
  completeCardChange: { setupIntentId: 'seti_1' },
  changePlan: { plan: 'premium_subscription', at: '2027-03-04T09:30:00Z' },
  cancelPlan: { isCancelled: true },
};

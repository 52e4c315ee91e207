// For every call of the contract: its subject, its input, and the status each principal receives. A call without a line here
// fails the test.
import { randomUUID } from 'node:crypto';
import { api } from '@remembrance/contract/api.ts';
import { afterWrongAnswers, followUpDays } from '@remembrance/contract/limits.ts';
import { edda, questions, vaultForm } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { reportToken } from '../src/letters/ledger/report-link.ts';
import { insertPasskey } from '../src/people/passkeys/passkey-store.ts';
import { letters, vaults } from '../src/platform/database/schema.ts';
import { daysLater, minutesLater } from '../src/platform/lib/clock.ts';
import type { Caller } from './caller.ts';
import {
  addFile,
  answerWrongly,
  atQuestions,
  draftVault,
  type Owner,
  otherBrowser,
  paidVault,
  pay,
  recipientOf,
  release,
  releasedVault,
} from './people.ts';
import { smallPicture } from './pictures.ts';
import type { TestApp } from './test-app.ts';

export const principals = ['nobody', 'owner', 'otherOwner', 'executor', 'recipient', 'stale'] as const;
export type Principal = (typeof principals)[number];

/** The states of a vault, and of the account that owns it. */
export const vaultStates = ['draft', 'trial', 'active', 'lapsed', 'released', 'deletedAccount', 'suspended'] as const;
export type VaultState = (typeof vaultStates)[number];

/** The subject of a call. Ada and Otto each have one, created in the same way. */
export interface Thing {
  id: string;
  /** The credential without a session: a code, a token, or the query of a signed link. */
  secret?: string;
  /** The recipient's browser, with the proofs given so far. */
  recipient?: Caller;
  /** A related id or value, such as the executor's id. */
  part?: string;
}

interface Given {
  id: string;
  secret: string;
  part: string;
}
export interface Request {
  params?: object;
  query?: object;
  body?: object;
  headers?: Record<string, string>;
}

type Statuses = readonly number[];
export interface Line {
  about?: (app: TestApp, owner: Owner) => Promise<Thing>;
  /** Who knows the secret. Each owner knows their own. */
  holder?: 'owner' | 'executor' | 'recipient';
  send: (given: Given) => Request;
  /** A request that needs a proof, if `send` does not. */
  proven?: (now: Date) => Request;
  /** Four statuses if the call names a subject: for Ada's, for Otto's, for an unknown id, and for an invalid id. */
  expected: Record<Principal, Statuses>;
  /** For a call about a vault: who may make it in which of its states. Everyone else is refused. */
  states?: Partial<Record<Principal, readonly VaultState[]>>;
}

const all = (...statuses: number[]): Record<Principal, Statuses> => ({
  nobody: statuses,
  owner: statuses,
  otherOwner: statuses,
  executor: statuses,
  recipient: statuses,
  stale: statuses,
});
const signedOut = [401, 401, 401, 401];
/** A call about the owner's own data. */
const owners = (granted: number, refused = 404) => ({
  ...all(...signedOut),
  owner: [granted, refused, refused, refused],
  otherOwner: [refused, granted, refused, refused],
});
const signedIn = (granted: number) => ({ ...all(401), owner: [granted], otherOwner: [granted] });
const only = (holder: Principal, granted: Statuses, refused: number) => ({
  ...all(...granted.map(() => refused)),
  [holder]: granted,
});

const unreleased: readonly VaultState[] = ['draft', 'trial', 'active', 'lapsed'];
const running: readonly VaultState[] = ['draft', 'trial', 'active'];
const whileShown = { owner: [...unreleased, 'released'] } as const;
const beforeRelease = { owner: unreleased };
const onceReleased = { recipient: ['released'] } as const;
const releasable: readonly VaultState[] = ['trial', 'active', 'lapsed', 'suspended'];

const activeVault = async (app: TestApp, owner: Owner): Promise<Thing> => {
  const vault = await paidVault(app, owner);
  return { id: vault.id, secret: vault.code };
};
const confirmationOfVault = async (app: TestApp, owner: Owner): Promise<Thing> => {
  const vault = await activeVault(app, owner);
  const { confirmLink = '' } = await app.lastLetter('executor-code', edda.email);
  return { ...vault, secret: new URL(confirmLink).hash.slice(1) };
};
const fileOfVault = async (app: TestApp, owner: Owner): Promise<Thing> => {
  const vault = await draftVault(owner);
  const file = await addFile(owner, vault.id, { name: 'heron.txt', type: 'text/plain', bytes: Buffer.from('a heron') });
  await pay(app, owner, vault);
  return { id: vault.id, part: file.id };
};
const executorOfVault = async (app: TestApp, owner: Owner): Promise<Thing> => {
  const vault = await activeVault(app, owner);
  const [executor] = await owner.ask(api.listExecutors, { params: { id: vault.id } });
  return { ...vault, part: executor?.id ?? '' };
};
/** Its release waits, because its executor has asked for it. */
const waitingVault = async (app: TestApp, owner: Owner): Promise<Thing> => {
  const { id, secret = '' } = await activeVault(app, owner);
  await owner.ask(api.changeReleaseSettings, { params: { id }, body: waitOfADay });
  await app.caller().ask(api.releaseVault, { params: { vaultId: id }, body: { accessCode: secret } });
  return { id, secret };
};
/** Its owner has stopped an earlier request, so that another stop needs a proof. */
const waitingAgain = async (app: TestApp, owner: Owner): Promise<Thing> => {
  const { id, secret = '' } = await waitingVault(app, owner);
  await owner.ask(api.stopReleaseOfVault, { params: { id } });
  await app.caller().ask(api.releaseVault, { params: { vaultId: id }, body: { accessCode: secret } });
  return { id, secret };
};
const noWait = { waitHours: 0, mustAgree: false, was: { waitHours: 24, mustAgree: false } } as const;
const waitOfADay = { waitHours: 24, mustAgree: false, was: { waitHours: 0, mustAgree: false } } as const;
const releasedOne = async (app: TestApp, owner: Owner): Promise<Thing> => {
  const vault = await releasedVault(app, owner);
  return { id: vault.id, secret: vault.code };
};
/** Released ten days ago, and nobody has opened it, by an owner who chose that the executor is asked. */
const unopenedVault = async (app: TestApp, owner: Owner): Promise<Thing> => {
  const vault = await releasedVault(app, owner);
  const releasedAt = daysLater(app.clock.now(), -followUpDays.ask);
  await app.database.update(vaults).set({ followUp: true, releasedAt }).where(eq(vaults.id, vault.id));
  return { id: vault.id, secret: vault.code };
};
const link = async (app: TestApp, owner: Owner): Promise<Thing> => {
  const vault = await releasedVault(app, owner);
  return { id: vault.id, secret: vault.token, part: vault.recipientEmail, recipient: await recipientOf(app, vault) };
};
const codeNeeded = async (app: TestApp, owner: Owner): Promise<Thing> => {
  const vault = await releasedVault(app, owner);
  const recipient = await atQuestions(app, vault);
  await answerWrongly(recipient, vault, afterWrongAnswers.withoutCode);
  return { id: vault.id, secret: vault.token, part: vault.recipientEmail, recipient };
};
const codeMailed = async (app: TestApp, owner: Owner): Promise<Thing> => {
  const { part: email = '', ...vault } = await codeNeeded(app, owner);
  await vault.recipient?.ask(api.sendAccessCode, { body: { token: vault.secret ?? '' } });
  return { ...vault, part: (await app.lastLetter('recipient-code', email)).code };
};
const signedLink = (address: string): Thing => {
  const url = new URL(address);
  return { id: url.pathname.split('/').at(-1) ?? '', secret: url.search };
};
const uploadLink = async (app: TestApp, owner: Owner): Promise<Thing> => {
  const { id } = await paidVault(app, owner);
  return signedLink((await owner.ask(api.requestUpload, { params: { id }, body: declaredFile })).uploadUrl);
};
const downloadLink = async (app: TestApp, owner: Owner): Promise<Thing> => {
  const paid = await paidVault(app, owner);
  await addFile(owner, paid.id, { name: 'heron.txt', type: 'text/plain', bytes: Buffer.from('a heron') });
  const recipient = await recipientOf(app, await release(app, paid));
  return { ...signedLink(recipient.content.files[0]?.downloadUrl ?? ''), recipient };
};
const everythingLink = async (app: TestApp, owner: Owner): Promise<Thing> => {
  const recipient = await recipientOf(app, await releasedVault(app, owner));
  return { ...signedLink(recipient.content.everythingUrl), recipient };
};
const draft =
  (planType: 'premium_one_time' | 'premium_subscription') =>
  (_: TestApp, owner: Owner): Promise<Thing> =>
    draftVault(owner, { planType });
const startedPayment = async (app: TestApp, owner: Owner): Promise<Thing> => {
  const { id: vaultId } = await draft('premium_one_time')(app, owner);
  const { clientSecret } = await owner.ask(api.createPaymentIntent, { body: { vaultId } });
  return { id: clientSecret.replace(/_secret_.*$/, '') };
};

/** A monthly plan in its trial. */
const runningPlan = async (_: TestApp, owner: Owner): Promise<Thing> => {
  const { id: vaultId } = await draftVault(owner, { planType: 'basic_subscription' });
  await owner.ask(api.createSubscription, { body: { vaultId, promo: 'freetrial' } });
  const { plans } = await owner.ask(api.getBilling);
  return { id: plans.find(({ planType }) => planType === 'subscription')?.id ?? '' };
};

/** A second browser of the owner. */
const otherSession = async (app: TestApp, owner: Owner): Promise<Thing> => {
  await otherBrowser(app, owner);
  const sessions = await owner.ask(api.listSessions);
  return { id: sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '' };
};
const otherKnownBrowser = async (app: TestApp, owner: Owner): Promise<Thing> => {
  await otherBrowser(app, owner);
  const browsers = await owner.ask(api.listKnownBrowsers);
  return { id: browsers.find(({ isCurrent }) => !isCurrent)?.id ?? '' };
};
const passkeyOf = async (app: TestApp, owner: Owner): Promise<Thing> => {
  const id = randomUUID();
  const now = app.clock.now();
  const facts = { name: 'Phone', credentialId: id, publicKey: '', counter: 0, transports: [], createdAt: now };
  await app.database.transaction((tx) => insertPasskey(tx, { id, userId: owner.id, ...facts }));
  return { id };
};
const pictureOf = async (_: TestApp, owner: Owner): Promise<Thing> => {
  const answer = await owner.call(api.putPicture, { body: smallPicture as never, headers: octets });
  return { id: String(answer.json().profileImageUrl).split('/').at(-1) ?? '' };
};
const octets = { 'content-type': 'application/octet-stream' };
const passkeyAnswer = (response: object) => ({
  id: 'unknown',
  rawId: 'unknown',
  type: 'public-key',
  clientExtensionResults: {},
  response: {
    clientDataJSON: '',
    ...('signature' in response ? { authenticatorData: '' } : {}),
    ...response,
  },
});

const declaredFile = { fileName: 'heron.txt', fileType: 'message', mimeType: 'text/plain' } as const;
const edit = { title: 'For Rosa, later', recipientName: 'Rosa', recipientEmail: 'rosa@example.com' };
const aboutVault = ({ id }: Given): Request => ({ params: { id } });
const withCode = ({ id, secret }: Given): Request => ({ params: { vaultId: id }, body: { accessCode: secret } });
const nothing = (): Request => ({});
const someEmail = (): string => `${randomUUID()}@example.com`;

export const accessTable: Record<keyof typeof api, Line> = {
  health: { send: nothing, expected: all(200) },
  readiness: { send: nothing, expected: all(200) },
  getService: { send: nothing, expected: all(200) },
  openApiDocument: { send: nothing, expected: all(200) },
  listCheckpoints: { send: nothing, expected: all(200) },
  listPlans: { send: nothing, expected: all(200) },
  showPlaces: { send: nothing, expected: signedIn(200) },
  listDevLetters: { send: nothing, expected: all(200) },

  getUser: { send: nothing, expected: signedIn(200) },
  signUp: {
    send: () => ({
      body: {
        name: 'Nora',
        lastName: 'Vale',
        email: someEmail(),
        password: 'a long enough password',

        termsAccepted: true,
        isAdult: true,
      },
    }),
    expected: all(200),
  },
  signIn: { send: () => ({ body: { email: someEmail(), password: 'not the password' } }), expected: all(403) },
  keepTwoFactor: { send: () => ({ body: { token: randomUUID() } }), expected: all(400) },
  readPasswordReset: { send: () => ({ body: { token: randomUUID() } }), expected: all(400) },
  confirmEmail: { send: () => ({ body: { token: randomUUID() } }), expected: all(400) },
  resendVerification: { send: () => ({ body: { email: someEmail() } }), expected: all(200) },
  sendAgain: { send: () => ({ body: { email: someEmail() } }), expected: all(200) },
  requestPasswordReset: { send: () => ({ body: { email: someEmail() } }), expected: all(200) },
  resetPassword: {
    send: () => ({ body: { token: randomUUID(), newPassword: 'a long enough password' } }),
    expected: all(400),
  },
  login: { send: nothing, expected: all(303) },
  logout: { send: nothing, expected: all(200) },

  answerSignInCode: { send: () => ({ body: { code: 'K7QX-M2VJ' } }), expected: all(403) },
  resendSignInCode: { send: nothing, expected: all(403) },
  answerTwoFactor: { send: () => ({ body: { code: '123456' } }), expected: all(403) },
  loginCallback: { send: nothing, expected: all(404) },
  getFirstVisit: { send: nothing, expected: all(403) },
  finishFirstVisit: {
    send: () => ({ body: { firstName: 'Nora', lastName: 'Vale', termsAccepted: true, isAdult: true } }),
    expected: all(403),
  },
  beginPasskeySignIn: { send: nothing, expected: all(200) },
  signInWithPasskey: { send: () => ({ body: { answer: passkeyAnswer({ signature: '' }) } }), expected: all(403) },
  listSessions: { send: nothing, expected: signedIn(200) },
  createToken: { send: () => ({ body: { name: 'Backup' } }), expected: signedIn(200) },
  endSession: { about: otherSession, send: aboutVault, expected: owners(204) },
  endOtherSessions: { send: nothing, expected: signedIn(204) },
  listKnownBrowsers: { send: nothing, expected: signedIn(200) },
  forgetBrowser: { about: otherKnownBrowser, send: aboutVault, expected: owners(204) },
  changePassword: {
    send: () => ({ body: { currentPassword: 'not the password', newPassword: 'a long enough password' } }),
    expected: signedIn(403),
  },
  beginTwoFactor: { send: nothing, expected: signedIn(200) },
  confirmTwoFactor: { send: () => ({ body: { code: '123456' } }), expected: signedIn(403) },
  renewRecoveryCodes: { send: nothing, expected: signedIn(409) },
  distrustBrowsers: { send: nothing, expected: signedIn(204) },
  endTwoFactor: { send: nothing, expected: signedIn(409) },
  listPasskeys: { send: nothing, expected: signedIn(200) },
  beginPasskey: { send: nothing, expected: signedIn(200) },
  addPasskey: {
    send: () => ({ body: { name: 'Phone', answer: passkeyAnswer({ attestationObject: '' }) } }),
    expected: signedIn(403),
  },
  renamePasskey: {
    about: passkeyOf,
    send: (given) => ({ ...aboutVault(given), body: { name: 'Telephone' } }),
    expected: owners(200),
  },
  removePasskey: { about: passkeyOf, send: aboutVault, expected: owners(204) },
  getProof: { send: nothing, expected: signedIn(200) },
  proveByPassword: { send: () => ({ body: { password: 'not the password' } }), expected: signedIn(403) },
  proveByPasskey: { send: () => ({ body: { answer: passkeyAnswer({ signature: '' }) } }), expected: signedIn(403) },
  showOwnerChange: { send: () => ({ body: { token: randomUUID() } }), expected: all(404) },
  agreeToMove: { send: () => ({ body: { token: randomUUID() } }), expected: all(404) },
  undoOwnerChange: { send: () => ({ body: { token: randomUUID(), putBack: true } }), expected: all(404) },
  requestEmailChange: {
    about: async () => ({ id: '' }),
    send: () => ({ body: { email: someEmail() } }),
    expected: signedIn(200),
  },
  confirmEmailChange: { send: () => ({ body: { token: randomUUID() } }), expected: all(400) },
  getAccount: { send: nothing, expected: signedIn(200) },
  getDraftKeys: { send: nothing, expected: signedIn(200) },
  changeProfile: { send: () => ({ body: { firstName: 'Ada', lastName: 'Lindqvist' } }), expected: signedIn(200) },
  chooseLetters: { send: () => ({ body: { refused: ['release-reminder'] } }), expected: signedIn(200) },
  getCheckIn: { send: nothing, expected: signedIn(200) },
  chooseCheckIn: {
    // Asking more rarely than before is what needs a proof.
    about: async (_app, owner) => {
      await owner.ask(api.chooseCheckIn, { body: { months: 1, pausedUntil: null, vaultIds: [], yearly: false } });
      return { id: '' };
    },
    send: () => ({ body: { months: 3, pausedUntil: null, vaultIds: [], yearly: false } }),
    expected: signedIn(200),
  },
  answerCheckIn: { send: () => ({ body: { token: randomUUID() } }), expected: all(404) },
  answerYearly: { send: () => ({ body: { token: randomUUID(), answer: 'have-it' } }), expected: all(404) },
  sendWantedCode: { send: () => ({ body: { token: randomUUID() } }), expected: all(404) },
  putPicture: { send: () => ({ body: smallPicture }), expected: signedIn(200) },
  removePicture: { send: nothing, expected: signedIn(200) },
  getPicture: { about: pictureOf, send: ({ id }) => ({ params: { name: id } }), expected: owners(200) },
  exportAccount: { send: nothing, expected: signedIn(200) },
  deleteAccount: { about: async () => ({ id: '' }), send: nothing, expected: signedIn(200) },

  listVaults: { send: nothing, expected: signedIn(200) },
  createVault: {
    send: () => ({ body: vaultForm() }),
    proven: (now) => ({ body: vaultForm({ scheduledReleaseDate: minutesLater(now, 60).toISOString() }) }),
    expected: signedIn(200),
  },
  getVault: { about: activeVault, send: aboutVault, expected: owners(200), states: whileShown },
  editVault: {
    about: activeVault,
    send: (given) => ({ ...aboutVault(given), body: edit }),
    expected: owners(200),
    states: { owner: running },
  },
  deleteVault: { about: activeVault, send: aboutVault, expected: owners(204), states: beforeRelease },
  changeReleaseSettings: {
    about: waitingVault,
    send: (given) => ({ ...aboutVault(given), body: noWait }),
    expected: owners(200),
    states: beforeRelease,
  },
  stopReleaseOfVault: { about: waitingAgain, send: aboutVault, expected: owners(200), states: whileShown },
  undoRelease: { about: releasedOne, send: aboutVault, expected: owners(200), states: { owner: ['released'] } },
  stopCorrectionOfVault: { about: releasedOne, send: aboutVault, expected: owners(200), states: whileShown },
  reopenQuestions: { about: releasedOne, send: aboutVault, expected: owners(200), states: { owner: ['released'] } },
  listFiles: { about: activeVault, send: aboutVault, expected: owners(200), states: whileShown },
  requestUpload: {
    about: activeVault,
    send: (given) => ({ ...aboutVault(given), body: declaredFile }),
    expected: owners(200),
    states: { owner: running },
  },
  copyFile: {
    about: fileOfVault,
    send: (given) => ({ ...aboutVault(given), body: { fromVaultId: given.id, fileId: given.part } }),
    expected: owners(200),
    states: { owner: running },
  },
  putUpload: {
    about: uploadLink,
    holder: 'owner',
    send: ({ id, secret }) => ({
      params: { uploadId: id },
      query: { access: randomUUID(), ...queryOf(secret) },
      body: Buffer.from('a heron'),
    }),
    expected: {
      ...all(403, 403, 403, 403),
      owner: [204, 403, 403, 403],
      otherOwner: [403, 204, 403, 403],
    },
  },
  downloadFile: {
    about: downloadLink,
    holder: 'recipient',
    send: ({ id, secret }) => ({ params: { fileId: id }, query: { access: randomUUID(), ...queryOf(secret) } }),
    expected: only('recipient', [200, 403, 403, 403], 403),
  },
  downloadEverything: {
    about: everythingLink,
    holder: 'recipient',
    // The link itself identifies the vault.
    send: ({ secret }) => ({ query: { access: randomUUID(), ...queryOf(secret) } }),
    expected: only('recipient', [200], 403),
  },
  previewVault: { about: activeVault, send: aboutVault, expected: owners(200) },
  rehearseRelease: { about: activeVault, send: aboutVault, expected: owners(200) },
  listExecutors: { about: executorOfVault, send: aboutVault, expected: owners(200), states: whileShown },
  listActivity: { about: releasedOne, send: aboutVault, expected: owners(200) },
  listQuestions: { about: executorOfVault, send: aboutVault, expected: owners(200) },
  tryAnswers: {
    about: executorOfVault,
    send: ({ id }) => ({ params: { id }, body: { answers: [{ id: 'any', answer: 'Pétrel' }] } }),
    expected: owners(200),
  },
  addExecutor: {
    about: executorOfVault,
    send: ({ id }) => ({ params: { id }, body: { name: 'Emil', email: 'emil@example.com' } }),
    expected: owners(200),
  },
  confirmExecutor: {
    about: confirmationOfVault,
    holder: 'executor',
    send: ({ secret }) => ({ body: { token: secret } }),
    expected: only('executor', [200], 404),
  },
  reportEmail: {
    about: async (app, owner) => {
      const vault = await activeVault(app, owner);
      const [letter] = await app.database.select({ id: letters.id }).from(letters).where(eq(letters.vaultId, vault.id));
      return { ...vault, secret: reportToken(app.services.keyring, letter?.id ?? '') };
    },
    holder: 'executor',
    send: ({ secret }) => ({ body: { token: secret } }),
    expected: only('executor', [200], 404),
  },
  correctExecutor: {
    about: executorOfVault,
    send: ({ id, part }) => ({
      params: { id, executorId: part },
      body: { name: 'Emil', email: 'emil@example.com' },
    }),
    expected: owners(200),
    states: beforeRelease,
  },
  reissueCode: {
    about: executorOfVault,
    send: ({ id, part }) => ({ params: { id, executorId: part } }),
    expected: owners(200),
    states: beforeRelease,
  },

  changeDelivery: {
    about: activeVault,
    send: ({ id }) => ({ params: { id }, body: { followUp: true } }),
    expected: owners(200),
    states: beforeRelease,
  },
  correctRecipient: {
    about: unopenedVault,
    holder: 'executor',
    send: (given) => ({ ...withCode(given), body: { accessCode: given.secret, email: someEmail() } }),
    expected: only('executor', [200, 403, 403, 403], 403),
  },
  confirmRecipientKnows: {
    about: unopenedVault,
    holder: 'executor',
    send: withCode,
    expected: only('executor', [200, 403, 403, 403], 403),
  },
  stopCorrection: { send: () => ({ body: { token: randomUUID() } }), expected: all(404) },

  verifyExecutor: {
    about: activeVault,
    holder: 'executor',
    send: ({ secret }) => ({ body: { accessCode: secret } }),
    expected: only('executor', [200], 403),
    states: { executor: [...releasable, 'released'] },
  },
  releaseVault: {
    about: activeVault,
    holder: 'executor',
    send: withCode,
    expected: only('executor', [200, 403, 403, 403], 403),
    states: { executor: releasable },
  },
  objectToRelease: {
    about: waitingVault,
    holder: 'executor',
    send: withCode,
    expected: only('executor', [200, 403, 403, 403], 403),
    states: { executor: releasable },
  },
  showStoppableRelease: { send: () => ({ body: { token: randomUUID() } }), expected: all(404) },
  stopRelease: { send: () => ({ body: { token: randomUUID() } }), expected: all(404) },
  reopenQuestionsByExecutor: {
    about: releasedOne,
    holder: 'executor',
    send: withCode,
    expected: only('executor', [200, 403, 403, 403], 403),
    states: { executor: ['released'] },
  },

  verifyAccess: {
    about: link,
    holder: 'recipient',
    send: ({ secret }) => ({ query: { token: secret } }),
    expected: only('recipient', [200], 404),
    states: onceReleased,
  },
  readAccess: {
    about: link,
    holder: 'recipient',
    send: ({ secret }) => ({ body: { token: secret } }),
    expected: only('recipient', [200], 404),
    states: onceReleased,
  },
  verifyAccessEmail: {
    about: link,
    holder: 'recipient',
    send: ({ secret, part }) => ({ body: { token: secret, email: part } }),
    expected: only('recipient', [200], 404),
    states: onceReleased,
  },
  verifyAccessAnswers: {
    about: link,
    holder: 'recipient',
    send: ({ secret }) => ({ body: { token: secret, answers: questions } }),
    expected: only('recipient', [200], 404),
    states: onceReleased,
  },
  sendAccessCode: {
    about: codeNeeded,
    holder: 'recipient',
    send: ({ secret }) => ({ body: { token: secret } }),
    expected: only('recipient', [200], 404),
    states: {},
  },
  verifyAccessCode: {
    about: codeMailed,
    holder: 'recipient',
    send: ({ secret, part }) => ({ body: { token: secret, code: part } }),
    expected: only('recipient', [200], 404),
    states: {},
  },
  closeLink: {
    about: link,
    holder: 'recipient',
    send: ({ secret }) => ({ body: { token: secret } }),
    expected: only('recipient', [200], 404),
    states: onceReleased,
  },
  remindRecipient: {
    about: link,
    holder: 'recipient',
    send: ({ secret }) => ({ body: { token: secret, after: 'week' } }),
    expected: only('recipient', [200], 404),
    states: onceReleased,
  },
  requestFreshLink: {
    about: link,
    holder: 'recipient',
    send: ({ secret }) => ({ body: { token: secret } }),
    expected: only('recipient', [200], 404),
    states: onceReleased,
  },

  createPaymentIntent: {
    about: draft('premium_one_time'),
    send: ({ id }) => ({ body: { vaultId: id } }),
    expected: owners(200),
    states: { owner: ['draft'] },
  },
  createSubscription: {
    about: draft('premium_subscription'),
    send: ({ id }) => ({ body: { vaultId: id } }),
    expected: owners(200),
    states: { owner: ['draft'] },
  },
  // No card was confirmed with Stripe, so even the owner's own payment is refused, with another code.
  completePayment: {
    about: startedPayment,
    send: ({ id }) => ({ body: { paymentIntentId: id } }),
    expected: owners(409, 409),
  },
  getBilling: { send: nothing, expected: signedIn(200) },
  beginCardChange: { about: runningPlan, send: aboutVault, expected: owners(200) },
  completeCardChange: {
    about: runningPlan,
    send: (given) => ({ ...aboutVault(given), body: { setupIntentId: 'seti_of_nobody' } }),
    expected: owners(409),
  },
  previewPlanChange: {
    about: runningPlan,
    send: (given) => ({ ...aboutVault(given), query: { plan: 'premium_subscription' } }),
    expected: owners(200),
  },
  changePlan: {
    about: runningPlan,
    send: (given) => ({ ...aboutVault(given), body: { plan: 'premium_subscription', at: '2020-01-01T00:00:00Z' } }),
    expected: owners(409, 404),
  },
  cancelPlan: {
    about: runningPlan,
    send: (given) => ({ ...aboutVault(given), body: { isCancelled: true } }),
    expected: owners(200),
  },
  resumePlan: { about: runningPlan, send: aboutVault, expected: owners(200) },
  renewPlan: { about: runningPlan, send: aboutVault, expected: owners(409) },
  paymentWebhook: { send: () => ({ body: { type: 'payment_intent.succeeded' } }), expected: all(400) },
};

const queryOf = (search: string): object => Object.fromEntries(new URLSearchParams(search));

// The access matrix by state: what each person may do with a vault in each of its states. Everything else must be refused,
// change nothing and reveal nothing.
import { api } from '@remembrance/contract/api.ts';
import type { Endpoint } from '@remembrance/contract/endpoint.ts';
import { ada, questions, vaultForm } from '@remembrance/contract/testing/cast.ts';
import { codeIn } from '@remembrance/contract/testing/letter-words.ts';
import { type Caller, createCaller } from '../support/caller.ts';
import { inDatabase } from '../support/embedded-database.ts';
import type { Answer } from '../support/http-client.ts';
import { type Attack, newOwner, newVault, type OpenVault, releaseBy, type Target, tokenOf } from './target.ts';

type Breach = (words: string) => void;

const states = ['draft', 'trial', 'active', 'lapsed', 'released', 'deleted account', 'suspended'] as const;
type State = (typeof states)[number];
const people = ['nobody', 'owner', 'other owner', 'executor', 'other executor', 'recipient', 'stale session'] as const;
type Person = (typeof people)[number];

interface Scene {
  vault: OpenVault;
  executorId: string;
  /** The recipient's token where there is one; a guess before. */
  token: string;
  callers: Record<Person, Caller>;
  otherCode: string;
}

const guess = 'a-token-that-nobody-was-ever-given-by-us';

/** Reaches each state by real calls; what only time or an operator causes is written into the database. */
const reach: Record<State, (target: Target, owner: Caller & { email: string }, id: string) => Promise<unknown>> = {
  draft: async () => {},
  trial: async () => {},
  active: async ({ installation }, _, id) =>
    inDatabase(installation.dataDirectory, `update vaults set payment_status = 'paid' where id = '${id}'`),
  lapsed: async ({ installation }, _, id) =>
    inDatabase(installation.dataDirectory, `update vaults set payment_status = 'lapsed' where id = '${id}'`),
  released: async () => {},
  'deleted account': async (_, owner) => {
    await owner.ask(api.proveByPassword, { body: { password: ada.password } });
    await owner.ask(api.deleteAccount);
  },
  suspended: async ({ installation }, { email }) =>
    inDatabase(installation.dataDirectory, `update users set suspended_at = now() where email = '${email}'`),
};

async function createScene(target: Target, state: State): Promise<Scene> {
  const owner = await newOwner(target);
  const stale = await newOwner(target);
  const otherOwner = await newOwner(target);
  const vault = state === 'draft' ? await newDraft(target, owner) : await newVault(target, owner);
  const other = await newVault(target, otherOwner);
  await stale.call(api.endOtherSessions);
  await inDatabase(
    target.installation.dataDirectory,
    `delete from sessions where user_id = (select id from users where email = '${stale.email}')`,
  );
  const executors = await owner.ask(api.listExecutors, { params: { id: vault.id } });
  if (state === 'released') await releaseBy(target, vault);
  const token = state === 'released' ? await tokenOf(target, vault) : guess;
  await reach[state](target, owner, vault.id);
  const someone = () => createCaller(target.url);
  const strangers = { nobody: someone(), executor: someone(), 'other executor': someone(), recipient: someone() };
  return {
    vault,
    executorId: executors[0]?.id ?? '',
    token,
    callers: { owner, 'other owner': otherOwner, 'stale session': stale, ...strangers },
    otherCode: other.code,
  };
}

async function newDraft({ mailbox }: Target, owner: Caller): Promise<OpenVault> {
  const input = {
    title: 'A draft',
    message: 'What is written in a draft.',
    executorEmail: `executor-of-a-draft@example.com`,
  };
  const recipientEmail = 'recipient-of-a-draft@example.com';
  const body = vaultForm({ ...input, recipientEmail, planType: 'premium_one_time' });
  const { id } = await owner.ask(api.createVault, { body });
  const [letter] = await mailbox.lettersTo(input.executorEmail);
  return { ...input, recipientEmail, id, code: letter ? codeIn(letter.text) : '' };
}

interface Given extends Scene {
  code: string;
}
interface Call {
  endpoint: Endpoint;
  send: (given: Given) => object;
  /** Who gets an answer, and in which states. */
  granted?: Partial<Record<Person, readonly State[]>>;
  /** The call changes the vault, so people it is granted to do not make it here. */
  changes?: boolean;
}

const alive: readonly State[] = ['draft', 'trial', 'active', 'lapsed', 'released'];
const coded: readonly State[] = ['trial', 'active', 'lapsed', 'released', 'suspended'];
const aboutVault = ({ vault }: Given) => ({ params: { id: vault.id } });
const aboutExecutor = ({ vault, executorId }: Given) => ({ params: { id: vault.id, executorId } });
const withCode = ({ vault, code }: Given) => ({ params: { vaultId: vault.id }, body: { accessCode: code } });
const edit = { title: 'Taken over', recipientName: 'Mallory', recipientEmail: 'mallory@example.com', message: 'Mine.' };
const file = { fileName: 'late.txt', fileType: 'message', mimeType: 'text/plain' };
const owners = { owner: alive };

const calls: Record<string, Call> = {
  getVault: { endpoint: api.getVault, send: aboutVault, granted: owners },
  listFiles: { endpoint: api.listFiles, send: aboutVault, granted: owners },
  listExecutors: { endpoint: api.listExecutors, send: aboutVault, granted: owners },
  editVault: {
    endpoint: api.editVault,
    send: (given) => ({ ...aboutVault(given), body: edit }),
    granted: { owner: ['draft', 'trial', 'active'] },
    changes: true,
  },
  deleteVault: {
    endpoint: api.deleteVault,
    send: aboutVault,
    granted: { owner: ['draft', 'trial', 'active', 'lapsed'] },
    changes: true,
  },
  requestUpload: {
    endpoint: api.requestUpload,
    send: (given) => ({ ...aboutVault(given), body: file }),
    granted: { owner: ['draft', 'trial', 'active', 'lapsed'] },
    changes: true,
  },
  correctExecutor: {
    endpoint: api.correctExecutor,
    send: (given) => ({ ...aboutExecutor(given), body: { name: 'Mallory', email: 'mallory@example.com' } }),
    granted: { owner: ['draft', 'trial', 'active', 'lapsed'] },
    changes: true,
  },
  reissueCode: {
    endpoint: api.reissueCode,
    send: aboutExecutor,
    granted: { owner: ['draft', 'trial', 'active', 'lapsed'] },
    changes: true,
  },
  reopenQuestions: { endpoint: api.reopenQuestions, send: aboutVault, granted: { owner: ['released'] }, changes: true },
  createPaymentIntent: {
    endpoint: api.createPaymentIntent,
    send: ({ vault }) => ({ body: { vaultId: vault.id } }),
    granted: { owner: ['draft'] },
    changes: true,
  },
  createSubscription: {
    endpoint: api.createSubscription,
    send: ({ vault }) => ({ body: { vaultId: vault.id } }),
    granted: { owner: ['draft'] },
    changes: true,
  },
  verifyExecutor: {
    endpoint: api.verifyExecutor,
    send: ({ code }) => ({ body: { accessCode: code } }),
    granted: { executor: coded, 'other executor': states },
  },
  releaseVault: {
    endpoint: api.releaseVault,
    send: withCode,
    granted: { executor: ['trial', 'active', 'lapsed', 'suspended'] },
    changes: true,
  },
  reopenByExecutor: {
    endpoint: api.reopenQuestionsByExecutor,
    send: withCode,
    granted: { executor: ['released'] },
    changes: true,
  },
  verifyAccess: {
    endpoint: api.verifyAccess,
    send: ({ token }) => ({ query: { token } }),
    granted: { recipient: ['released'] },
  },
  readAccess: {
    endpoint: api.readAccess,
    send: ({ token }) => ({ body: { token } }),
    granted: { recipient: ['released'] },
  },
  verifyAccessEmail: {
    endpoint: api.verifyAccessEmail,
    send: ({ token, vault }) => ({ body: { token, email: vault.recipientEmail } }),
    granted: { recipient: ['released'] },
  },
  verifyAccessAnswers: {
    endpoint: api.verifyAccessAnswers,
    send: ({ token }) => ({ body: { token, answers: questions } }),
    granted: { recipient: ['released'] },
  },
  sendAccessCode: { endpoint: api.sendAccessCode, send: ({ token }) => ({ body: { token } }) },
  verifyAccessCode: { endpoint: api.verifyAccessCode, send: ({ token }) => ({ body: { token, code: 'QQQQ-QQQQ' } }) },
  requestFreshLink: {
    endpoint: api.requestFreshLink,
    send: ({ token }) => ({ body: { token } }),
    granted: { recipient: ['released'] },
    changes: true,
  },
};

/** Each person uses their own secrets, or guesses without any. */
function holdings(person: Person, scene: Scene): Given {
  const codes: Partial<Record<Person, string>> = { executor: scene.vault.code, 'other executor': scene.otherCode };
  return {
    ...scene,
    code: codes[person] || 'QQQQQ-QQQQQ-QQQQQ-QQQQQ',
    token: person === 'recipient' ? scene.token : guess,
  };
}

async function checkCell(
  scene: Scene,
  [name, call]: [string, Call],
  person: Person,
  state: State,
): Promise<string | null> {
  const { endpoint, send, granted = {}, changes = false } = call;
  const isGranted = granted[person]?.includes(state) ?? false;
  if (isGranted && changes) return null;
  const reply: Answer = await scene.callers[person].call(endpoint, send(holdings(person, scene)) as never);
  const where = `${name} by ${person} of a vault that is ${state} was answered ${reply.status}`;
  if (isGranted) return reply.status < 300 ? null : where;
  if (reply.status < 400 || reply.status >= 500) return where;
  return reply.body.includes(scene.vault.message) ? `${where} and shows its message` : null;
}

const facts = (target: Target, { vault }: Scene) =>
  inDatabase(
    target.installation.dataDirectory,
    `select v.*, (select json_agg(array[e.name, e.email, e.access_code] order by e.id) from executors e where e.vault_id = v.id) as executors,
       (select count(*) from vault_files f where f.vault_id = v.id) as files from vaults v where v.id = '${vault.id}'`,
  );

async function checkState(target: Target, state: State, breach: Breach): Promise<number> {
  const scene = await createScene(target, state);
  const before = JSON.stringify(await facts(target, scene));
  let cells = 0;
  for (const call of Object.entries(calls))
    for (const person of people) {
      const found = await checkCell(scene, call, person, state);
      cells += 1;
      if (found) breach(found);
    }
  if (JSON.stringify(await facts(target, scene)) !== before)
    breach(`refused calls have changed a vault that is ${state}`);
  return cells;
}

export const access: Attack = {
  async run(target, breach) {
    let cells = 0;
    for (const state of states) cells += await checkState(target, state, breach);
    return cells;
  },
};

// Early reads: everybody requests everything while a vault is released. No byte of its content may be readable before the
// release, or afterwards by anyone who has not been verified.
import { api } from '@remembrance/contract/api.ts';
import type { Endpoint } from '@remembrance/contract/endpoint.ts';
import { createCaller } from '../support/http-client.ts';
import { requestUpload, saveFile, sendUpload } from '../support/owner.ts';
import { type Attack, newOwner, newVault, type OpenVault, releaseBy, type Target, tokenOf } from './target.ts';

type Breach = (words: string) => void;
type Ask = { who: string; call: () => Promise<{ status: number; body: Buffer }> };

const pollers = 4;
const roundsBefore = 6;
const secrets = ['the herons came back in april', 'bytes nobody may read before their time'];

/** Every call that a stranger, another owner or the executor could use to try to read it. */
async function waysToRead(target: Target, vault: OpenVault): Promise<Ask[]> {
  const { url } = target;
  const callers = { nobody: createCaller(url), 'another owner': await newOwner(target) };
  const executor = createCaller(url);
  const id = vault.id;
  const guessed = { token: id, access: id, expires: '4102444800000', signature: id };
  const reads = Object.values(api as Record<string, Endpoint>).filter(({ method }) => method === 'GET');
  const asks = Object.entries(callers).flatMap(([who, caller]) =>
    reads.map((endpoint): Ask => {
      const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, id]));
      // A call with an unknown field is refused before its caller is checked.
      const { shape = {} } = endpoint.query as { shape?: object };
      const query = Object.fromEntries(Object.entries(guessed).filter(([name]) => name in shape));
      return { who: `${who}, ${endpoint.path}`, call: () => caller.call(endpoint, { params, query } as never) };
    }),
  );
  const verify = () => executor.call(api.verifyExecutor, { body: { accessCode: vault.code } });
  const body = { token: id, email: vault.recipientEmail };
  return [
    ...asks,
    { who: 'the executor', call: verify },
    { who: 'the recipient', call: () => executor.call(api.verifyAccessEmail, { body }) },
  ];
}

async function poll(asks: Ask[], until: AbortSignal, breach: Breach): Promise<number> {
  let tries = 0;
  for (let rounds = 0; rounds < roundsBefore || !until.aborted; rounds += 1)
    for (const { who, call } of asks) {
      const { body } = await call();
      tries += 1;
      if (secrets.some((secret) => body.includes(secret))) breach(`${who} has read what belongs to others`);
    }
  return tries;
}

/** Someone who has the letter, with and without the address, but not the answers. */
async function readWithoutAnswers({ url }: Target, vault: OpenVault, token: string, breach: Breach): Promise<number> {
  const recipient = createCaller(url);
  const look = async (what: string) => {
    const { body } = await recipient.call(api.verifyAccess, { query: { token } });
    if (secrets.some((secret) => body.includes(secret))) breach(`${what} was enough to read a vault`);
  };
  await look('the link alone');
  await recipient.ask(api.verifyAccessEmail, { body: { token, email: vault.recipientEmail } });
  await look('the address without the answers');
  return 3;
}

async function readAround(target: Target, breach: Breach): Promise<number> {
  const [message = '', content = ''] = secrets;
  const owner = await newOwner(target);
  const vault = await newVault(target, owner, { message });
  const { uploadUrl, fileId } = await requestUpload(owner, vault.id, 'heron.txt');
  const stored = await sendUpload(uploadUrl, { body: Buffer.from(content) });
  if (stored.status !== 204) throw new Error(`the upload was answered ${stored.status}`);
  const saved = await saveFile(owner, vault.id, fileId);
  if (saved.status !== 200) throw new Error(`the save was answered ${saved.status}`);
  const asks = await waysToRead(target, vault);
  const done = new AbortController();
  const polling = Promise.all(Array.from({ length: pollers }, () => poll(asks, done.signal, breach)));
  const early = await target.mailbox.lettersTo(vault.recipientEmail);
  if (early.length > 0) breach('the recipient got a letter before the release');
  const { status } = await releaseBy(target, vault);
  if (status !== 200) throw new Error(`the release was answered ${status}`);
  const token = await tokenOf(target, vault);
  const withToken = await readWithoutAnswers(target, vault, token, breach);
  done.abort();
  return withToken + (await polling).reduce((sum, tries) => sum + tries, 0);
}

export const earlyReads: Attack = {
  async run(target, breach) {
    let tries = 0;
    for (let round = 0; round < target.size; round += 1) tries += await readAround(target, breach);
    return tries;
  },
};

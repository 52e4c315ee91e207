// Guesses codes, addresses, answers and passwords from many networks. No guess may succeed, the limits of each network must
// hold, and the rightful people must still get in.
import { api } from '@remembrance/contract/api.ts';
import { afterWrongAnswers } from '@remembrance/contract/limits.ts';
import { problemOf } from '@remembrance/contract/testing/caller.ts';
import { questions, wrongAnswers } from '@remembrance/contract/testing/cast.ts';
import { mailboxCodeIn } from '@remembrance/contract/testing/letter-words.ts';
import { type Answer, createCaller } from '../support/http-client.ts';
import { awaitLetter } from '../support/owner.ts';
import { type Attack, newOwner, newVault, type OpenVault, releaseBy, type Target, times, tokenOf } from './target.ts';

type Breach = (words: string) => void;
const networks = 60;
/** One more than the number of tries a network has in a minute. */
const codesPerNetwork = 61;

/** Every stranger has their own network; the addresses of one IPv6 subscriber count as one network. */
const strangerAt = (url: string, number: number) =>
  createCaller(url, { 'x-forwarded-for': `203.0.${Math.floor(number / 250)}.${(number % 250) + 1}` });
const subscriberAt = (url: string, number: number) =>
  createCaller(url, { 'x-forwarded-for': `2001:db8:1:2::${(number + 1).toString(16)}` });
const friendAt = (url: string) => createCaller(url, { 'x-forwarded-for': '198.51.100.7' });

const codeOf = (number: number) => `QQQQ${String(number).padStart(16, '0')}`.replace(/.{5}(?=.)/g, '$&-');

async function guessCodes({ url, size }: Target, breach: Breach): Promise<number> {
  const tried = await times(networks * size, (number) =>
    strangerAt(url, number).call(api.verifyExecutor, { body: { accessCode: codeOf(number) } }),
  );
  if (tried.some(({ status }) => status < 300)) breach('a guessed code opened a vault');
  for (const [who, at] of Object.entries({ 'one network': strangerAt, 'one IPv6 subscriber': subscriberAt })) {
    const isOne = who === 'one network';
    const one = await times(codesPerNetwork, (number) =>
      at(url, isOne ? 0 : number).call(api.verifyExecutor, { body: { accessCode: codeOf(number) } }),
    );
    if (!one.some(({ status }) => status === 429)) breach(`${who} tried ${one.length} codes in a minute`);
  }
  return tried.length + 2 * codesPerNetwork;
}

async function guessAddresses({ url, size }: Target, token: string, breach: Breach): Promise<number> {
  const tried = await times(networks * size, (number) =>
    strangerAt(url, number).call(api.verifyAccessEmail, { body: { token, email: `guess-${number}@example.com` } }),
  );
  if (tried.some(({ status }) => status < 300)) breach('a guessed address opened the questions');
  return tried.length;
}

async function guessAnswers({ url, size }: Target, token: string, breach: Breach): Promise<number> {
  const tried = await times(networks * size, (number) =>
    strangerAt(url, number).call(api.verifyAccessAnswers, { body: { token, answers: wrongAnswers } }),
  );
  if (tried.some(({ status }) => status < 300)) breach('a guessed answer opened a vault');
  return tried.length;
}

/** Strangers who know the address too, but cannot read the mailbox behind it. */
async function guessBehindTheAddress({ url, size }: Target, vault: OpenVault, token: string, breach: Breach) {
  const tried = await times(networks * size, async (number) => {
    const stranger = strangerAt(url, number);
    await stranger.call(api.verifyAccessEmail, { body: { token, email: vault.recipientEmail } });
    const answered = await stranger.call(api.verifyAccessAnswers, { body: { token, answers: wrongAnswers } });
    await stranger.call(api.verifyAccessCode, { body: { token, code: 'QQQQ-QQQQ' } });
    return answered;
  });
  const compared = tried.filter((reply) => problemOf(reply).code === 'answers-refused').length;
  if (compared > afterWrongAnswers.withoutCode)
    breach(`${compared} wrong answers were compared without a code from the mailbox`);
  if (tried.some(({ status }) => status < 300)) breach('a guessed answer opened a vault behind the address');
  return 3 * tried.length;
}

/** The recipient must get in while strangers guess. */
async function expectOpen({ url, mailbox }: Target, vault: OpenVault, token: string, breach: Breach): Promise<void> {
  const recipient = friendAt(url);
  const keptOut = (what: string, { status }: Answer) => {
    if (status !== 200) breach(`the recipient was kept out by strangers: ${what} got ${status}`);
  };
  keptOut('the address', await recipient.call(api.verifyAccessEmail, { body: { token, email: vault.recipientEmail } }));
  keptOut('the request for a code', await recipient.call(api.sendAccessCode, { body: { token } }));
  const { text } = await awaitLetter(mailbox, vault.recipientEmail, 'recipient code');
  keptOut('the code', await recipient.call(api.verifyAccessCode, { body: { token, code: mailboxCodeIn(text) } }));
  keptOut('the answers', await recipient.call(api.verifyAccessAnswers, { body: { token, answers: questions } }));
}

async function guessPasswords({ url, size }: Target, email: string, breach: Breach): Promise<number> {
  const tried = await times(networks * size, (number) =>
    strangerAt(url, number).call(api.signIn, { body: { email, password: `not the password ${number}` } }),
  );
  if (tried.some(({ status }) => status < 300)) breach('a guessed password signed in');
  return tried.length;
}

export const guessing: Attack = {
  settings: { TRUSTED_PROXIES: '127.0.0.1,::1', RATE_LIMIT_FACTOR: '1' },
  withMail: true,
  async run(target, breach) {
    const owner = await newOwner(target);
    const vault = await newVault(target, owner);
    let tries = await guessCodes(target, breach);
    tries += await guessPasswords(target, owner.email, breach);
    const friend = friendAt(target.url);
    const shown = await friend.call(api.verifyExecutor, { body: { accessCode: vault.code } });
    if (shown.status !== 200) breach(`the executor was kept out by strangers: ${shown.status}`);
    const back = await owner.call(api.listVaults);
    if (back.status !== 200) breach(`the owner was kept out by strangers: ${back.status}`);
    const released = await releaseBy(target, vault);
    if (released.status !== 200) breach(`the release was kept out by strangers: ${released.status}`);
    const token = await tokenOf(target, vault);
    tries += await guessAddresses(target, token, breach);
    tries += await guessAnswers(target, token, breach);
    tries += await guessBehindTheAddress(target, vault, token, breach);
    await expectOpen(target, vault, token, breach);
    return tries;
  },
};

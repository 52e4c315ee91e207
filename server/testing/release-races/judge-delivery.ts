// Judges that nothing is readable before its time, and that nothing is lost: a recipient who has read a vault still can, a released vault is read by its
// recipient, and an active one is still released by its executors.
import { api } from '@remembrance/contract/api.ts';
import { deriveSecret } from '../../src/keys/secret/mailed-secret.ts';
import { firstSource } from '../../src/vaults/recipients/new-link.ts';
import { recipientOf } from '../people.ts';
import { releaseDue } from '../waiting-vaults.ts';
import { type Facts, firstToken, type Race, readRace } from './race.ts';

/** @returns a sentence for each thing that is wrong */
export async function judgeDelivery(race: Race, facts: Facts): Promise<string[]> {
  return [...(await judgeLinks(race, facts)), ...(await judgeWithdrawnCodes(race)), ...(await judgeEnd(race, facts))];
}

/** No link of an undone release opens anything, and none before a release. */
async function judgeLinks({ app, vault: { id, recipientEmail } }: Race, { vault, times }: Facts): Promise<string[]> {
  const faults: string[] = [];
  const emails = new Set([recipientEmail, `other-${recipientEmail}`, `right-${recipientEmail}`, vault.recipientEmail]);
  const undone = times('release-undone');
  const isReleased = vault.status === 'released';
  for (const email of emails)
    for (let number = 0; number <= undone; number += 1) {
      if (number === undone && isReleased) continue;
      const token = firstToken(app, id, email, number);
      const { statusCode } = await app.caller().call(api.readAccess, { body: { token } });
      if (statusCode < 400) faults.push(`a link of release ${number} opens, and ${undone} releases were undone`);
    }
  return faults;
}

async function judgeWithdrawnCodes({ app, vault, withdrawnCodes }: Race): Promise<string[]> {
  const faults: string[] = [];
  for (const accessCode of withdrawnCodes) {
    const { statusCode } = await app
      .caller()
      .call(api.releaseVault, { params: { vaultId: vault.id }, body: { accessCode } });
    if (statusCode !== 403) faults.push(`a withdrawn code was answered ${statusCode}`);
  }
  return faults;
}

/** At once, while their sessions last. */
export async function judgeReaders({ readers }: Race): Promise<string[]> {
  const faults: string[] = [];
  for (const { caller, token } of readers.splice(0)) {
    const answer = await caller.call(api.readAccess, { body: { token } });
    if (answer.statusCode !== 200 || answer.json().step !== 'granted')
      faults.push(`a reader who has opened it gets ${answer.statusCode} ${answer.body.slice(0, 200)}`);
  }
  return faults;
}

async function judgeEnd(race: Race, facts: Facts): Promise<string[]> {
  if (facts.vault.status === 'released') return judgeReading(race);
  await passTime(race, 15 * 24);
  const later = await readRace(race);
  if (later.vault.status === 'released')
    return facts.isWithdrawn ? ['a vault was released after its deletion, or that of the account'] : judgeReading(race);
  if (facts.isWithdrawn || later.executors.length === 0) return [];
  return releaseIt(race);
}

/** Its executors release it, by the present codes and within the owner's choice. */
async function releaseIt(race: Race): Promise<string[]> {
  const answers: string[] = [];
  for (const accessCode of race.codes.values()) {
    const params = { vaultId: race.vault.id };
    const answer = await race.app.caller().call(api.releaseVault, { params, body: { accessCode } });
    answers.push(`${answer.statusCode} ${answer.body.slice(0, 120)}`);
  }
  await race.app.sendLetters();
  await passTime(race, 25);
  const { vault, requests } = await readRace(race);
  if (vault.status === 'released') return judgeReading(race);
  return [`its executors can no longer release it: ${answers.join('; ')}; ${JSON.stringify(requests.at(-1))}`];
}

async function passTime({ app }: Race, hours: number): Promise<void> {
  await app.sendLetters();
  app.clock.pass({ hours });
  await releaseDue(app);
}

/** The recipient reads it, by the link of this release or of the correction of the address. */
async function judgeReading(race: Race): Promise<string[]> {
  const { app, vault } = race;
  const { vault: row, times, links } = await readRace(race);
  const { keyring } = app.services;
  const number = times('release-undone');
  const of = { id: vault.id, recipientEmail: row.recipientEmail };
  const tokens = [number, 0].map((one) => deriveSecret(keyring, firstSource(keyring, of, one)));
  const now = app.clock.now();
  const isOpen = (token: string) =>
    links.some((link) => link.expiresAt > now && keyring.digests('link-token', token).includes(link.verificationToken));
  const token = tokens.find(isOpen);
  if (!token) return ['no link of a released vault is open'];
  try {
    await recipientOf(app, { token, recipientEmail: row.recipientEmail });
    return [];
  } catch (error) {
    return [`the recipient cannot read it: ${error instanceof Error ? error.message : error}`];
  }
}

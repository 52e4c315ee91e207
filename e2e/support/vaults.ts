// Creates, pays for and releases vaults without a browser, for journeys that start later.
import { fileSizeText, fileTypeOf, requestUpload } from '@remembrance/contract/files.ts';
import { completePayment, createPaymentIntent } from '@remembrance/contract/payments.ts';
import { releaseVault } from '@remembrance/contract/release.ts';
import { getService } from '@remembrance/contract/service.ts';
import { type VaultForm, vaultForm } from '@remembrance/contract/testing/cast.ts';
import { createVault } from '@remembrance/contract/vaults.ts';
import { createApi } from './api.ts';
import { codeIn, linkIn, type Mailbox, mailboxOf } from './mailbox.ts';
import type { MadeFile } from './media.ts';
import { type Owner, unusedAddress } from './people.ts';

export type VaultText = { [Field in keyof Omit<VaultForm, 'uploadedFiles'>]-?: NonNullable<VaultForm[Field]> };

export interface MadeVault {
  id: string;
  text: VaultText;
  owner: Owner;
  recipient: Mailbox;
  executor: Mailbox;
}

export interface PaidVault extends MadeVault {
  /** The payment's id at Stripe, or at the sandbox. */
  paymentId: string;
}

export interface ActiveVault extends PaidVault {
  code: string;
}

export interface ReleasedVault extends ActiveVault {
  /** The recipient's link, from their letter. */
  link: string;
}

/** Recipient and executor have addresses that no other vault uses. */
export const vaultText = (changes: Partial<VaultText> = {}): VaultText => ({
  ...(vaultForm() as VaultText),
  recipientEmail: unusedAddress('rosa'),
  executorEmail: unusedAddress('edda'),
  scheduledReleaseDate: '',
  ...changes,
});

interface Wanted {
  text?: Partial<VaultText>;
  files?: MadeFile[];
}

/** An unpaid vault with its files. */
export async function makeVault(owner: Owner, { text: changes, files = [] }: Wanted = {}): Promise<MadeVault> {
  const text = vaultText(changes);
  const uploadedFiles = files.map((file) => ({ ...declared(file), fileSize: fileSizeText(file.buffer.length) }));
  const { id } = await owner.api.ask(createVault, { body: { ...text, uploadedFiles } });
  for (const file of files) await upload(owner, id, file);
  const recipient = mailboxOf(owner.api, text.recipientEmail);
  return { id, text, owner, recipient, executor: mailboxOf(owner.api, text.executorEmail) };
}

export async function makePaidVault(owner: Owner, wanted: Wanted = {}): Promise<PaidVault> {
  const vault = await makeVault(owner, wanted);
  return { ...vault, paymentId: await pay(vault) };
}

/** A vault with an executor, whose code comes from the letter. */
export async function makeActiveVault(owner: Owner, wanted: Wanted = {}): Promise<ActiveVault> {
  const vault = await makePaidVault(owner, wanted);
  return { ...vault, code: codeIn(await vault.executor.letter('executor-code')) };
}

export async function makeReleasedVault(owner: Owner, wanted: Wanted = {}): Promise<ReleasedVault> {
  const vault = await makeActiveVault(owner, wanted);
  await release(vault);
  return { ...vault, link: linkIn(await vault.recipient.letter('recipient-invitation'), '/vault-access/') };
}

export const release = ({ owner, id, code }: ActiveVault) =>
  createApi(owner.api.url).ask(releaseVault, { params: { vaultId: id }, body: { accessCode: code } });

/** Pays with the card that always succeeds, using the calls of the checkout page. */
async function pay({ owner: { api }, id }: MadeVault): Promise<string> {
  const { clientSecret } = await api.ask(createPaymentIntent, { body: { vaultId: id } });
  const { payment } = await api.ask(getService);
  const paymentIntentId = clientSecret.split('_secret_')[0] ?? '';
  const card = { number: '4242424242424242', exp_month: '12', exp_year: '2099', cvc: '123' };
  const fields = Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value]);
  const confirmed = await api.send(`/sandbox/stripe/v1/payment_intents/${paymentIntentId}/confirm`, {
    method: 'POST',
    body: new URLSearchParams([['key', payment.publishableKey], ['client_secret', clientSecret], ...fields]),
  });
  if (confirmed !== 200) throw new Error(`the card was answered with ${confirmed}`);
  await api.ask(completePayment, { body: { paymentIntentId } });
  return paymentIntentId;
}

const declared = ({ name, mimeType }: MadeFile) => ({ fileName: name, fileType: fileTypeOf(mimeType), mimeType });

async function upload({ api }: Owner, vaultId: string, file: MadeFile): Promise<void> {
  const { uploadUrl } = await api.ask(requestUpload, { params: { id: vaultId }, body: declared(file) });
  const stored = await api.send(uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': file.mimeType },
    body: new Uint8Array(file.buffer),
  });
  if (stored !== 204) throw new Error(`the upload was answered with ${stored}`);
}

// The terms about the service itself: sections 1 to 10.
import {
  downloadLinkMinutes,
  draftDays,
  draftNoticeDays,
  filesPerVault,
  afterWrongAnswers as guesses,
  maxFileBytes,
  minimumAgeYears,
  recipientLinkDays,
  trialDays,
} from '@remembrance/contract/limits.ts';
import { planCatalogue, unlimited } from '@remembrance/contract/plan-catalogue.ts';
import { priceText } from '../../lib/money.ts';
import { product } from '../../lib/product.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import type { LegalPart } from './legal-text.tsx';

const maxFileMegabytes = maxFileBytes / 1024 / 1024;

const planLines = planCatalogue.map(({ displayName, price, planType, vaultLimit, editsAllowed }) => {
  const period = planType === 'subscription' ? 'a month' : 'once';
  const vaults = `${vaultLimit} ${vaultLimit === 1 ? 'vault' : 'vaults'}`;
  const edits = editsAllowed === unlimited ? 'any number of edits' : `${editsAllowed} edit for each vault`;
  return `${displayName}: ${priceText(price)} ${period}, ${vaults}, ${edits}.`;
});

export const serviceTerms: readonly LegalPart[] = [
  {
    title: 'Acceptance of these terms',
    text: (
      <>
        <p>
          These terms are an agreement between you and <AsWritten>{product.name}</AsWritten> (“we”). If you open an
          account, create a vault, release a vault as its executor or open a vault as its recipient, you accept these
          terms and our Privacy Policy. If you do not accept them, please do not use the service.
        </p>
        <p>You must be at least {minimumAgeYears} years old to open an account.</p>
      </>
    ),
  },
  {
    title: 'What the service does',
    text: (
      <>
        <p>
          <AsWritten>{product.name}</AsWritten> lets an owner store a message and up to {filesPerVault} files, each of
          up to {maxFileMegabytes} MB, in a vault for one named recipient. The vault stays closed until it is released:
          by an executor the owner has named, or on a date the owner has set. The recipient then receives an email,
          proves who they are, reads the message and downloads the files.
        </p>
        <p>The service is not a will or any other legal or medical document, and does not replace one.</p>
      </>
    ),
  },
  {
    title: 'Release is started by a person',
    text: (
      <>
        <p>
          A vault without a release date opens only when its executor uses the access code we sent them and confirms the
          release. <strong>We do not verify whether anyone is alive or has died</strong>, and we do not search public
          records.
        </p>
        <p>
          An executor may act too early, too late or never. Choose someone you trust, tell them what you ask of them,
          and tell them to keep our email.
        </p>
      </>
    ),
  },
  {
    title: 'No guarantee of delivery',
    text: (
      <p>
        Delivery depends on things we do not control: that the executor acts, that the addresses you gave still work,
        and that the recipient reads the email and knows the answers. We try again when an email cannot be delivered,
        but we cannot guarantee that a vault reaches its recipient, nor that the service will be available without
        interruption or indefinitely. Do not use a vault as the only copy of something that must not be lost.
      </p>
    ),
  },
  {
    title: 'Your duties',
    text: (
      <ul>
        <li>Give true information and keep the names and addresses in your vaults up to date.</li>
        <li>Keep your password to yourself, and tell us if someone else may know it.</li>
        <li>Ask security questions your recipient can answer and others cannot.</li>
        <li>Make sure that your executor and your recipient may be emailed at the addresses you give.</li>
        <li>Keep your own copies of everything that you cannot replace.</li>
      </ul>
    ),
  },
  {
    title: 'Your content',
    text: (
      <>
        <p>
          What you write and upload stays yours. You allow us to store it, copy it for safekeeping, and deliver it to
          your recipient, and nothing else. You confirm that you have the right to do so with everything you put in a
          vault.
        </p>
        <p>The service itself, its name, texts, design and software remain ours or our licensors’.</p>
      </>
    ),
  },
  {
    title: 'Payment',
    text: (
      <>
        <p>Prices are in US dollars:</p>
        <ul>
          {planLines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p>
          A one-time plan is paid once. A subscription starts with {trialDays} free days, once for each owner. It then
          renews every month until you cancel it, which you can do at any time on your billing page. A trial started
          without a card ends automatically.
        </p>
        <p>
          We enforce the limits of a plan: another vault or edit needs a plan that allows it. When a subscription ends,
          you can no longer change the content of its vaults or activate a new vault on it, but{' '}
          <strong>an activated vault can still be released</strong>, and we store it for at least 12 months from then.
          This does not affect your legal rights to withdraw or to get a refund.
        </p>
      </>
    ),
  },
  {
    title: 'What an executor can and cannot do',
    text: (
      <>
        <p>
          We know an executor by the access code that we email for each vault. With the code they see your name and your
          note to them, the vault’s title and status, when it was created and released, and the recipient’s name and
          email address, and they can release the vault once. They cannot view, change or delete what is inside before
          the release.
        </p>
        <p>
          An executor cannot undo a release. Its owner may, until the recipient has proven who they are. We write to the
          owner when a code is used, once for all uses within an hour, and when a vault is released. An executor must
          keep the code secret and use it only as the owner wished.
        </p>
        <p>
          If the owner chose it, a release by an executor waits, so that the owner can stop it, or a second executor
          must agree, and each executor may object. If nobody opens our email, an executor may be asked to help, and may
          correct the recipient’s address once; the owner can stop that for a day. If an owner does not answer the
          check-in, we ask the executors whether it is time; a vault releases by itself then only if its owner chose
          that, after a wait of 14 days or more.
        </p>
      </>
    ),
  },
  {
    title: 'Recipient access',
    text: (
      <>
        <p>
          To open a vault, a recipient needs the link in our email, the email address that it was sent to, and the right
          answers to all of its security questions. The link is valid for {recipientLinkDays} days; after that, we can
          send a new link to the same address. Links to download files are valid for {downloadLinkMinutes} minutes at a
          time.
        </p>
        <p>
          After {guesses.withoutCode} wrong answers, we accept further answers only with a code that we send to that
          address. After {guesses.shortPauseAfter} wrong answers in a row, the questions pause for{' '}
          {guesses.shortPauseMinutes} minutes. After {guesses.longPauseAfter}, and after every further{' '}
          {guesses.shortPauseAfter}, they pause for a day. After {guesses.lockAfter} wrong answers in total, they are
          closed. The recipient (once), the executor ({guesses.executorReopenings} times), the owner or we can then open
          them again, each time for {guesses.moreByReopening} more answers. We cannot tell anyone the answers.
        </p>
      </>
    ),
  },
  {
    title: 'Storage of your data',
    text: (
      <>
        <p>
          We store vaults in private storage that only the service can reach. We store answers only as hashes, and
          passwords as bcrypt hashes. The Privacy Policy explains more, including what is not encrypted.
        </p>
        <p>
          We store an active vault until its owner deletes it, and a released vault for its recipient until the owner’s
          account is deleted. You can restore a deleted vault for seven days with the link in the email we send you;
          after that, its deletion cannot be undone. If you delete a vault that was never activated, we delete it
          permanently and immediately. We also delete it after {draftDays} days without a change, not counting changes
          to executors. We write to you {draftNoticeDays} days before. Backups may contain copies for up to one year.
        </p>
      </>
    ),
  },
];

// The Privacy Policy on data: what we collect and why, who receives it, how and how long we store it. Sections 1 to 5.
import { draftDays, draftNoticeDays } from '@remembrance/contract/limits.ts';
import { Link } from '../../ui/link.tsx';
import type { LegalPart } from './legal-text.tsx';

export const privacyOfStorage: readonly LegalPart[] = [
  {
    title: 'What we collect',
    text: (
      <ul>
        <li>
          About owners: first and last name, email address, time zone, password (as a hash), and when they accepted the
          terms; and, if they add them, a picture, passkeys, an authenticator app, or their identity at a sign-in
          provider.
        </li>
        <li>
          About vaults: title, message, files with their captions and transcripts, security questions and answers, notes
          to executors, and dates.
        </li>
        <li>
          About recipients and executors: the names and email addresses the owner gives us; whether our emails to them
          came back, and whether a recipient has opened theirs; and what an executor writes to us about a release, such
          as an objection or a corrected address.
        </li>
        <li>
          About payments: the plan, amounts and dates, the status of a payment or subscription with refunds and
          disputes, the name and address it was billed to, and the payment provider’s numbers. Card numbers go directly
          to the payment provider, and we never store them.
        </li>
        <li>
          About use: for each sign-in, its time, network address and what the browser reports about itself; which emails
          we sent, when and to whom; access logs with times and the features used, which contain accounts and networks
          only as codes; and for each vault, a record of what happened to it and when, which its owner can read.{' '}
          <Link className="text-link" to="/transparency">
            How that record is protected
          </Link>
        </li>
      </ul>
    ),
  },
  {
    title: 'What we use it for',
    text: (
      <p>
        To store vaults, to release and deliver them, to make sure that only the right person opens one, to take
        payment, to send the emails this requires, to guard against abuse, to help you when you write to us, and to meet
        legal duties. We use nothing for advertising or to train software.
      </p>
    ),
  },
  {
    title: 'Whom we share it with',
    text: (
      <>
        <p>
          With your recipient, after the release: your name, the title, the message and the files, the questions, and
          the name of the executor who released it. With your executor: your name, your note to them, the title and
          status of the vault, when it was created and released, the recipient’s name and email address, and, after the
          release, whether they have opened it. With the other executors and you: who asked for a release, agreed or
          objected, and why. With the providers named in section 8, as far as their work requires. With authorities, if
          the law requires it.
        </p>
        <p>We do not sell personal data or share it for anyone’s advertising.</p>
      </>
    ),
  },
  {
    title: 'How it is stored and protected',
    text: (
      <>
        <p>
          We store answers to security questions only as slow hashes, and in a keyed digest of the complete form, which
          shows us that a form was sent twice. Both use a secret that is stored outside the database. We store passwords
          as bcrypt hashes, and access codes and links as keyed digests, from which nobody can read them. We store a
          waiting email without its code or link, which we derive when we send the email; we then erase the rest. We
          keep an email that cannot be delivered until we can send it again, or until its vault or account is removed.
          Files are in private storage: they have no public address. We give them out only by signed links that are
          valid for minutes, or to their signed-in owner in one file with everything.
        </p>
        <p>
          Messages, files with their names, captions and transcripts, and security questions are encrypted where they
          are stored, with a separate key for each vault. These keys are wrapped by master keys that are kept apart from
          the database. The running service can use the master keys, or asks a key service that holds them. It opens a
          vault only to show it to you, to deliver it, and now and then to check that it is complete. Titles, names,
          addresses, your picture, the kind and size of files, the record of what happened, notes to executors and dates
          are not encrypted by us. No system is perfectly secure.
        </p>
      </>
    ),
  },
  {
    title: 'How long we keep it',
    text: (
      <ul>
        <li>
          An active vault: until its owner deletes it, and for seven more days in which the owner can restore it.
          Backups may contain copies for up to a year. The message and files in a backup can be opened for about 90
          days. Then we destroy the key and all our copies of it.
        </li>
        <li>
          A vault that was never activated: until its owner deletes it, or at the latest {draftDays} days after its last
          change, not counting changes to executors. We write to its owner {draftNoticeDays} days before.
        </li>
        <li>
          A message or file that you replace or remove: it leaves the vault immediately. If the vault is active, we
          store it for seven more days, in which you can restore it. Backups may contain it for up to a year.
        </li>
        <li>
          When you change a recipient, an executor, the questions or your email address: the previous value, for seven
          days, so that you can undo the change. Addresses that we wrote to or billed stay in our records of emails and
          payments until the vault or the account is removed. Previous recipients and executors stay in our journal for
          up to a year.
        </li>
        <li>A released vault: for its recipient, until the owner’s account is deleted.</li>
        <li>A vault whose plan has ended: at least 12 months from then.</li>
        <li>A deleted account: removed within 90 days. Backups and their journal may persist for up to one year.</li>
        <li>The record of what happened to a vault: we keep it, without any names after the account is removed.</li>
        <li>
          Records of payments: with us until your account is removed. The plan, the amount and the payment provider’s
          numbers stay, without your name. The payment provider keeps its own records for as long as the law requires.
        </li>
        <li>
          The network address and browser of a sign-in: until that session ends. We keep a record that you signed in and
          of refused tries, without any names after the account is removed. We recognize a browser for 400 days after
          its last sign-in.
        </li>
        <li>
          The number of requests from a network address, to guard against abuse: for about a day in the database, and in
          the memory of the running service until it restarts.
        </li>
      </ul>
    ),
  },
];

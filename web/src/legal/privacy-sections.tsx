// The fifteen sections of the Privacy Policy.
import { minimumAgeYears, recipientSessionMinutes } from '@remembrance/contract/limits.ts';
import { draftDays } from '../vaults/create/draft.ts';
import type { LegalSection } from './legal-text.tsx';
import { SupportLink } from './support-link.tsx';

export const privacySections: readonly LegalSection[] = [
  {
    title: 'What we collect',
    text: (
      <ul>
        <li>
          About owners: first and last name, email address, password (as a hash), and when the terms were accepted.
        </li>
        <li>About vaults: title, message, files, security questions and answers, and dates.</li>
        <li>About recipients and executors: the names and email addresses the owner gives us.</li>
        <li>
          About payments: the plan, the status of the payment or subscription, and the transaction number. Card numbers
          go directly to the payment provider, and we never store them.
        </li>
        <li>
          About use: access logs with times, IP addresses and the kind of browser or device, which features were used,
          and for each vault a record of what happened to it and when, which its owner can read.
        </li>
      </ul>
    ),
  },
  {
    title: 'What we use it for',
    text: (
      <p>
        To store vaults, to release and deliver them, to make sure that only the right person opens one, to take
        payment, to send the letters this requires, to guard against abuse, to help you when you write to us, and to
        meet legal duties. We use nothing for advertising or to train software.
      </p>
    ),
  },
  {
    title: 'Whom we share it with',
    text: (
      <>
        <p>
          With your recipient, after the release: the message and the files. With your executor: the title, date and
          status of the vault, and the recipient’s name and email address. With the providers named in section 8, as far
          as their part requires. With authorities, where the law obliges us.
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
          Answers to security questions are stored only as slow hashes, under a secret that is stored outside the
          database; passwords as bcrypt hashes; access codes and links as keyed digests, from which they cannot be read
          back. Letters that wait to be sent are encrypted under a key of their day, which is destroyed once they are
          sent. Files lie in private storage: they have no public address, and are handed out only by signed links that
          are valid for minutes.
        </p>
        <p>
          Messages, files with their names, captions and transcripts, and security questions are encrypted where they
          are stored, under a key of their own for each vault, wrapped by others that are kept apart from the database.
          The running service has them and reads a vault to show it to you and deliver it, and for nothing else. Titles,
          names, addresses, notes to executors and dates are not encrypted by us. No system is perfectly secure.
        </p>
      </>
    ),
  },
  {
    title: 'How long we keep it',
    text: (
      <ul>
        <li>
          An active vault: until its owner deletes it, and for seven more days in which it can be restored. Backups may
          hold copies for up to a year, whose message and files open for about 90 days, until their keys are destroyed.
        </li>
        <li>When you change a recipient, executor or email address: the earlier value, for seven days.</li>
        <li>A released vault: for its recipient, until the owner’s account is deleted.</li>
        <li>A vault whose plan has ended: at least 12 months from then.</li>
        <li>A deleted account: removed within 90 days. Backups and their journal may persist for up to one year.</li>
        <li>The record of what happened to a vault: it stays, and names nobody once the account is removed.</li>
        <li>Records of payments: as long as tax and trade law requires.</li>
      </ul>
    ),
  },
  {
    title: 'Your rights',
    text: (
      <p>
        You may ask what we hold about you, have it corrected, receive a copy, have it deleted, and object to or limit
        its use, as far as the law where you live provides. Vaults you can see, change and delete yourself while they
        are active. Your account page changes your details, gives you everything as one file, and deletes the account.
        For everything else write to <SupportLink />. Recipients and executors have the same rights over what an owner
        has given us about them. You may also complain to your data protection authority.
      </p>
    ),
  },
  {
    title: 'Cookies',
    text: (
      <>
        <p>We set only the cookies that the service needs to work:</p>
        <ul>
          <li>a session cookie that keeps an owner signed in;</li>
          <li>a second one that only shows the page whether there may be a session;</li>
          <li>
            one that recognises a browser, so that we can write to you when a new one signs in, and show you the right
            page to sign in;
          </li>
          <li>for half an hour, one that a sign-in with more than one step needs;</li>
          <li>
            for a recipient who has answered the questions, one that keeps the vault open for {recipientSessionMinutes}{' '}
            minutes.
          </li>
        </ul>
        <p>There are no cookies for advertising, statistics or social networks.</p>
        <p>
          In addition, your browser stores the app itself, so that it opens fast and offline, and for {draftDays} days
          the text and files of a vault you have started but not created. It never stores answers to security questions.
        </p>
      </>
    ),
  },
  {
    title: 'Other services we rely on',
    text: (
      <p>
        Where the service needs them: a card payment processor, cloud storage for files, a host for our PostgreSQL
        database, a provider that delivers our email, and a provider for signing in. Each receives only what its part
        requires. The buttons for sharing open another site only when you press them; until then nothing is sent there.
      </p>
    ),
  },
  {
    title: 'Children',
    text: (
      <p>
        Accounts are for people of {minimumAgeYears} years and older. We do not knowingly let a child open one. A vault
        may be meant for a child; whether and when it is released is then for the owner and the executor to decide with
        care.
      </p>
    ),
  },
  {
    title: 'Transfers to other countries',
    text: (
      <p>
        Data is processed in the United States and wherever the providers of section 8 keep their servers. If you live
        elsewhere, your data is transferred there, with the safeguards the law requires.
      </p>
    ),
  },
  {
    title: 'Email from us',
    text: (
      <p>
        We write to owners about their account, their payments and what happens to their vaults; to executors with their
        access code; to recipients when a vault is released to them, and when they need a new link or must wait. These
        letters belong to the service and cannot be turned off one by one. We send no newsletters.
      </p>
    ),
  },
  {
    title: 'Changes to this policy',
    text: (
      <p>
        When this policy changes, we change the date above. If a change matters, we write to every owner before it takes
        effect.
      </p>
    ),
  },
  {
    title: 'If data is exposed',
    text: (
      <p>
        If a breach affects your personal data, we write to you within 72 hours of learning of it: what happened, what
        it means for you, and what we are doing.
      </p>
    ),
  },
  {
    title: 'Contact',
    text: (
      <p>
        For anything about your data write to <SupportLink />.
      </p>
    ),
  },
  {
    title: 'Do Not Track',
    text: (
      <p>
        Some browsers send a signal that asks not to be tracked. We do not track you across other sites, so there is
        nothing for it to change here.
      </p>
    ),
  },
];

// The Privacy Policy on people and their browsers: rights, cookies, providers, letters. Sections 6 to 15.
import { minimumAgeYears, recipientSessionMinutes } from '@remembrance/contract/limits.ts';
import { draftDays } from '../../people/sessions/forget-on-sign-out.ts';
import { SupportLink } from '../../ui/support-link.tsx';
import type { LegalPart } from './legal-text.tsx';

export const privacyOfPeople: readonly LegalPart[] = [
  {
    title: 'Your rights',
    text: (
      <p>
        You may ask what we store about you, have it corrected, receive a copy, have it deleted, and object to or limit
        its use, as far as the law where you live provides. You can see, change and delete your vaults yourself while
        they are active. On your account page you can change your details, download your account, your vaults and their
        files as one file, and delete the account. For everything else write to <SupportLink />. Recipients and
        executors have the same rights over what an owner has given us about them. You may also complain to your data
        protection authority.
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
          <li>
            a second cookie that only tells the page whether there may be a session, and whether signing in restored an
            account that you had asked us to delete;
          </li>
          <li>
            a cookie that recognizes a browser, so that we can write to you when another browser signs in, show you the
            right page to sign in, and ask for a code only in browsers that are new to your account or that you do not
            trust;
          </li>
          <li>for half an hour, the cookies for a sign-in that has more than one step or leads to another provider;</li>
          <li>
            for a recipient who has entered the right email address, a cookie that remembers for{' '}
            {recipientSessionMinutes} minutes which steps are done, and then keeps the vault open.
          </li>
        </ul>
        <p>
          While you pay, the payment provider’s form may set its own cookies against fraud. We set no cookies for
          advertising, statistics or social networks.
        </p>
        <p>
          In addition, your browser stores the app itself, so that it opens fast and offline; for {draftDays} days, the
          text and files of a vault that you have started but not created, and the changes of an edit that you have not
          saved; notes that you signed up, or kept or opened a vault; and what an executor ticked in the list of first
          steps. The Log Out button removes what you have not saved. It never stores answers to security questions.
        </p>
      </>
    ),
  },
  {
    title: 'Other services we rely on',
    text: (
      <p>
        Where the service needs them: a card payment processor, cloud storage for files, a host for our PostgreSQL
        database, a provider that delivers our email, a service that guards the keys of vaults and never sees what is in
        one, and a provider for signing in. Each of them receives only what its work requires. The buttons for sharing
        open another site only when you press them. Until then we send nothing there.
      </p>
    ),
  },
  {
    title: 'Children',
    text: (
      <p>
        Accounts are for people of {minimumAgeYears} years and older. We do not knowingly let a child open one. A vault
        may be for a child. The owner and the executor should then decide with care whether and when to release it.
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
        access code, when they are replaced, when a release is asked for, stopped or undone, and when a recipient cannot
        be reached; to recipients when a vault is released to them or no longer is, when they need a new link, a
        reminder or a code, and when the questions pause or close. If you choose them, the check-in and the yearly
        emails ask you and your executors. You can turn off the reminders before a release date on your account page.
        The other emails belong to the service and are always sent. We send no newsletters.
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

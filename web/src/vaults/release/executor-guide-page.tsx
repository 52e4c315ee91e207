// The guide for executors on one page: when, how, and who to ask. Many readers have just lost somebody.
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { PageShell } from '../../ui/page/page-shell.tsx';
import { SupportLink } from '../../ui/support-link.tsx';

export default function ExecutorGuidePage() {
  return (
    <PageShell
      title="A guide for executors"
      lead="Somebody asked you to pass on what they leave behind. This page explains when, how, and whom to ask."
      width="text"
    >
      <div className="grid gap-12">
        <Part title="If you have just lost somebody">
          <p>
            We are sorry. You do not have to do anything here today. The vault waits until you release it, or until a
            date that they may have set. Nobody else is waiting for an answer from you. Come back when you have the
            strength for it.
          </p>
        </Part>
        <Part title="Is it time?">
          <p>
            It is time when the person who named you has died, or when the moment has come that the two of you agreed
            on. You need no papers for it. They chose you because they trust you to know.
          </p>
          <p>
            It is not time while they are ill, on a journey, or only hard to reach. If they can still say it themselves,
            ask them.
          </p>
          <p>
            If you are not sure, wait, and talk to somebody who was close to them. A letter that comes a month later is
            still the same letter. What was read too early cannot be unread.
          </p>
        </Part>
        <Part title="How it is done">
          <ol className="grid list-decimal gap-3 ps-6 marker:text-brass">
            <li>
              Find your code. It is in our newest email with the words “Your access code”. It is also on the card. If
              you cannot find it,{' '}
              <Link className="text-link" to="/send-again">
                we can send it again
              </Link>
              .
            </li>
            <li>Open the executor page and enter the code. Capitals, spaces and dashes make no difference.</li>
            <li>
              See whose vault it is and who it is for. Every vault has its own seal: if you have a card, compare the two
              seals. We write to the person who named you that the code was used.
            </li>
            <li>
              Press Release Vault, and confirm. Until you confirm, nothing happens. If its owner chose that a release
              waits, the page says until when, and we release it then.
            </li>
            <li>Tell the recipient that an email is coming. A word from you helps them to trust it.</li>
          </ol>
          <div className="on-screen-only">
            <ButtonLink to="/executor-access">Enter your code</ButtonLink>
          </div>
        </Part>
        <Part title="What a release does, and what it does not">
          <p>
            The recipient gets an email with a link. With the answers to questions that only they should know, they can
            read the message and save the files. We also write to the person whose vault it is, so that they would
            notice a mistake.
          </p>
          <p>
            You will not see what is inside, before or after. A release opens only that vault. You cannot undo it; its
            owner can, until the recipient has opened it.
          </p>
        </Part>
        <Part title="If something is missing">
          <dl className="grid gap-5">
            <Case name="The code is lost.">
              <Link className="text-link" to="/send-again">
                We send it again
              </Link>{' '}
              to the email address that the person who named you wrote down. If you no longer read that mailbox, they
              can correct your address.
            </Case>
            <Case name="There is another executor.">
              Any of you can release the vault, once. The others then see that it was released, and when. The person who
              named you may have chosen that two of you must agree: the first asks, and the second releases it or
              objects.
            </Case>
            <Case name="Nobody pays for the plan any longer.">
              The end of a plan never stops a release. The code works, and the recipient can still open the vault.
            </Case>
            <Case name="The recipient did not get the email.">
              It may be in their spam folder. Enter your code to see whether the vault is released. If they have lost
              the email,{' '}
              <Link className="text-link" to="/send-again">
                we send them a new link
              </Link>
              . If the address is no longer in use, the page where you enter your code may let you correct it, or write
              to us.
            </Case>
            <Case name="You would rather not do this.">
              That is all right. Tell the person who named you, so that they can name someone else, or write to us.
            </Case>
          </dl>
        </Part>
        <Part title="Whom to ask">
          <p>
            Ask somebody who was close to them, or the recipient. You can also write to <SupportLink />. We never ask
            for your code, by email or by telephone. Please do not give it to anyone.
          </p>
        </Part>
      </div>
    </PageShell>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="font-display text-title">{title}</h2>
      <div className="mt-4 grid gap-4">{children}</div>
    </section>
  );
}

function Case({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{name}</dt>
      <dd className="text-muted">{children}</dd>
    </div>
  );
}

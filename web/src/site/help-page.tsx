// Help for everybody: first for people who received a code or a link, then the ten questions, then who to write to.
import { ButtonLink } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { PageShell } from '../ui/page/page-shell.tsx';
import { SupportLink } from '../ui/support-link.tsx';
import { questions } from './questions.ts';

export default function HelpPage() {
  return (
    <PageShell title="Help" lead="Answers to common questions, and an address to write to." width="text">
      <div className="grid gap-5 sm:grid-cols-2">
        <Received
          title="Someone gave me a code"
          text="You are the executor of a vault. With the code, you can see whose vault it is, and you release it when the time has come."
        >
          <ButtonLink to="/executor-access" variant="secondary" isWide>
            I have a code
          </ButtonLink>
          <p className="mt-3">
            <Link className="text-link" to="/executor-guide">
              A guide for executors
            </Link>
          </p>
          <p className="mt-3">
            <Link className="text-link" to="/send-again">
              I cannot find my code
            </Link>
          </p>
        </Received>
        <Received
          title="Someone left me a link"
          text="It is in an email from us, and only for you. Open it there whenever you are ready. If it has expired, the same page sends you a new one."
        >
          <ButtonLink to="/send-again" variant="secondary" isWide>
            I have lost the email
          </ButtonLink>
        </Received>
      </div>
      {questions.map(({ id, question, answer }) => (
        <section key={id} id={id} className="scroll-mt-6 pt-10">
          <h2 className="font-display text-title-sm">{question}</h2>
          <p className="mt-2 text-muted">{answer}</p>
        </section>
      ))}
      <section className="mt-14 rounded-card border border-line bg-vellum p-7 sm:p-10">
        <h2 className="font-display text-title">Not answered here?</h2>
        <p className="mt-3">
          Write to <SupportLink />. Please never send us a code, a password or an answer.
        </p>
        <p className="mt-3">
          Is something hard to see, hear or use? Read about{' '}
          <Link className="text-link" to="/accessibility">
            accessibility
          </Link>
          .
        </p>
      </section>
    </PageShell>
  );
}

function Received({ title, text, children }: { title: string; text: string; children?: React.ReactNode }) {
  return (
    <section className="flex flex-col gap-3 rounded-card border border-line bg-surface p-6">
      <h2 className="font-display text-title-sm">{title}</h2>
      <p className="mb-2 text-muted">{text}</p>
      {children && <div className="mt-auto">{children}</div>}
    </section>
  );
}

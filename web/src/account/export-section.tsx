// Taking everything along.
import { exportAccount } from '@remembrance/contract/account.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Section } from '../ui/section.tsx';

export function ExportSection() {
  return (
    <Section
      title="Take everything with you"
      hint="One ZIP with your account, every vault in words and for programs, and all files."
    >
      <p className="text-muted">
        Executors’ codes and the answers to your questions are not in it: nobody can read them, not even we. Keep the
        file as safe as your vaults; whoever opens it can read them.
      </p>
      <ButtonLink variant="secondary" className="justify-self-start" href={exportAccount.path} download="">
        Download everything
      </ButtonLink>
    </Section>
  );
}

// Downloads everything in the account as one ZIP.
import { exportAccount } from '@remembrance/contract/account.ts';
import { getProof } from '@remembrance/contract/proof.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import { CallError, call } from '../lib/call.ts';
import { askForProof } from '../lib/proof-gate.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/section.tsx';
import { useChange } from './use-account.ts';

export function ExportSection() {
  const download = useChange<void, void>(startDownload, { title: 'Nothing was downloaded' });
  return (
    <Section
      title="Take everything with you"
      hint="One ZIP file with your account, every vault as readable text and as data, and all files."
    >
      <p className="text-muted">
        Executors’ codes are not in it, and neither are the answers to your questions, which nobody can read, not even
        us. Please store the file safely; anyone who opens it can read your vaults.
      </p>
      <Button
        variant="secondary"
        className="justify-self-start"
        isBusy={download.isPending}
        onClick={() => download.mutateOnce()}
      >
        Download everything
      </Button>
    </Section>
  );
}

/** A proof that expires sooner is renewed first, because the browser's own download could not ask for one. */
const enoughSeconds = 60;

async function startDownload(): Promise<void> {
  if (!(await isProven())) {
    const { detail } = refusals['proof-needed'];
    if (!(await askForProof(detail))) return;
    if (!(await isProven())) throw new CallError(403, detail, { code: 'proof-needed' });
  }
  window.location.assign(exportAccount.path);
}

const isProven = async (): Promise<boolean> => (await call(getProof)).secondsLeft > enoughSeconds;

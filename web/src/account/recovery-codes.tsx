// Shows the recovery codes once, for writing down, copying or saving as a file.
import { useState } from 'react';
import { product } from '../lib/product.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

export function RecoveryCodes({ codes, onClose }: { codes: string[] | undefined; onClose: () => void }) {
  const [copied, setCopied] = useState<{ codes: string[] | undefined; isDone: boolean }>();
  const copy = async () => {
    await navigator.clipboard.writeText((codes ?? []).join('\n'));
    setCopied({ codes, isDone: true });
  };
  const now = copied?.codes === codes ? copied : undefined;
  const save = () => {
    const text = `Recovery codes for ${product.name}. Each works once.\n\n${(codes ?? []).join('\n')}\n`;
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = Object.assign(document.createElement('a'), { href: address, download: 'recovery-codes.txt' });
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <Dialog
      isOpen={codes !== undefined}
      onClose={onClose}
      staysOpen
      title="Your recovery codes"
      description="Each code signs you in once if you lose your phone. We show the codes only now, so store them somewhere safe, away from that phone."
      actions={
        <>
          <Button variant="secondary" onClick={() => void copy().catch(() => setCopied({ codes, isDone: false }))}>
            {now?.isDone ? 'Copied' : 'Copy'}
          </Button>
          <Button variant="secondary" onClick={save}>
            Save as a file
          </Button>
          <Button onClick={onClose}>I have saved them</Button>
        </>
      }
    >
      <ul aria-label="Recovery codes" className="grid gap-y-1 rounded-field bg-vellum p-4">
        {codes?.map((code) => (
          <li key={code}>
            <code className="max-sm:text-[max(0.8rem,3.75vw)]" translate="no">
              {code}
            </code>
          </li>
        ))}
      </ul>
      <p role="status" className="mt-3 text-sm">
        {now && (now.isDone ? 'The codes were copied.' : 'The codes could not be copied. Please save them as a file.')}
      </p>
    </Dialog>
  );
}

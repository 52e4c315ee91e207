// A list for the executor after a death: what may come next, to tick and to print. It is advice that holds in every country, and it
// promises nothing. The ticks stay in this browser, under the vault's id.
import { Printer } from 'lucide';
import { type ReactNode, useState } from 'react';
import { attempt } from '../../lib/browser/attempt.ts';
import { product } from '../../lib/product.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/choice.tsx';
import { Icon } from '../../ui/icon.tsx';

export interface FirstStepsProps {
  vaultId: string;
  ownerName: string;
  recipientName: string;
}

export default function FirstSteps({ vaultId, ownerName, recipientName }: FirstStepsProps) {
  const { ticked, tick } = useTicks(vaultId);
  return (
    // On paper it is a page of its own. Closed, it would be a lone line.
    <details className="break-before-page border-line border-t pt-4 print:border-t-0 [&:not([open])]:print:hidden">
      <summary className="min-h-11 content-center font-display text-title-sm">First steps, if a list helps you</summary>
      <div className="mt-3 grid gap-5">
        <p className="text-muted">
          For the first weeks, if <AsWritten>{ownerName}</AsWritten> has died. Nothing here has to be done today, and
          others can do much of it for you.
        </p>
        <ul className="grid gap-4">
          {stepsFor(ownerName, recipientName).map(({ id, title, text }) => (
            <li key={id} className="break-inside-avoid">
              <Checkbox
                label={
                  <>
                    <span className="block font-semibold">{title}</span>
                    <span className="block">{text}</span>
                  </>
                }
                checked={ticked.includes(id)}
                onChange={({ target }) => tick(id, target.checked)}
              />
            </li>
          ))}
        </ul>
        <div className="on-screen-only flex flex-wrap items-center gap-x-5 gap-y-2">
          <Button variant="secondary" icon={<Icon of={Printer} className="size-5" />} onClick={() => window.print()}>
            Print the list
          </Button>
          <p className="text-muted text-sm">Your ticks stay in this browser. We do not see them.</p>
        </div>
      </div>
    </details>
  );
}

interface Step {
  id: string;
  title: ReactNode;
  text: ReactNode;
}

const stepsFor = (ownerName: string, recipientName: string): Step[] => [
  {
    id: 'people',
    title: 'Tell the closest people yourself',
    text: 'In person or by telephone, before they read it somewhere.',
  },
  {
    id: 'recipient',
    title: (
      <>
        Tell <AsWritten>{recipientName}</AsWritten> that our email is real
      </>
    ),
    text: (
      <>
        It comes from <AsWritten>{product.name}</AsWritten>, and its subject is “
        <AsWritten>{`You Have a ${product.name}`}</AsWritten>”. It never asks for money or a password.
      </>
    ),
  },
  { id: 'home', title: 'Look after the home', text: 'Think of the keys, the animals and the plants.' },
  {
    id: 'others',
    title: (
      <>
        Tell those who expect <AsWritten>{ownerName}</AsWritten>
      </>
    ),
    text: 'An employer, a landlord, a doctor, a club. Share the calls with somebody.',
  },
  {
    id: 'certificate',
    title: 'Ask the civil registry for the death certificate',
    text: 'Ask for several copies: many places want one of their own.',
  },
  {
    id: 'banks',
    title: 'Ask banks, insurers and the pension fund what they need',
    text: 'Most of them ask for the certificate first. Note whom you spoke to, and when.',
  },
  {
    id: 'will',
    title: 'Look for a will, and for wishes about the funeral',
    text: 'If there is a will, ask the registry or a notary where to bring it.',
  },
  {
    id: 'accounts',
    title: 'List accounts and subscriptions before you end any',
    text: 'The telephone number and the mailbox may open the others, so end them last.',
  },
  {
    id: 'mail',
    title: 'Ask the postal service to forward the mail',
    text: 'Bills show which contracts there are. Keep them, and your receipts.',
  },
];

/** Without storage the ticks last until the page is closed. */
function useTicks(vaultId: string) {
  const key = `first-steps ${vaultId}`;
  const [ticked, setTicked] = useState<readonly string[]>(() => readTicks(key));
  return {
    ticked,
    tick(id: string, isDone: boolean) {
      const others = ticked.filter((other) => other !== id);
      const all = isDone ? [...others, id] : others;
      setTicked(all);
      attempt(() => localStorage.setItem(key, all.join(' ')));
    },
  };
}

const readTicks = (key: string): string[] => attempt(() => localStorage.getItem(key))?.split(' ') ?? [];

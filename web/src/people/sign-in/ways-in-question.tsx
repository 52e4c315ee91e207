// Shows what stays valid after a password reset: passkeys and two-factor sign-in. The person decides whether to keep the passkeys.
import type { ReplyOf } from '@remembrance/contract/endpoint.ts';
import { readPasswordReset } from '@remembrance/contract/sign-in.ts';
import { queryOptions } from '@tanstack/react-query';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { type CallError, call } from '../../lib/call.ts';
import { shortDate } from '../../lib/dates.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { RadioCards } from '../../ui/fields/choice.tsx';

type WaysIn = ReplyOf<typeof readPasswordReset>;

export const waysInQuery = (token: string) =>
  queryOptions<WaysIn, CallError>({
    queryKey: [readPasswordReset.path, token],
    queryFn: () => call(readPasswordReset, { body: { token } }),
    enabled: token !== '',
  });

interface WaysInQuestionProps {
  ways: WaysIn;
  field: UseFormRegisterReturn & { error: string | undefined };
}

export function WaysInQuestion({ ways: { passkeys, hasTwoFactor }, field }: WaysInQuestionProps) {
  return (
    <>
      {passkeys.length > 0 && (
        <div className="grid gap-4">
          <div>
            <p className="font-semibold">These passkeys can also sign in to your account</p>
            <ul className="mt-2 grid gap-1 text-muted text-sm">
              {passkeys.map(({ name, createdAt, lastUsedAt }) => (
                <li key={`${name} ${createdAt}`} className="wrap-anywhere">
                  <AsWritten>{name}</AsWritten>
                  <span>{`, added ${shortDate(createdAt)}${lastUsedAt ? `, used ${shortDate(lastUsedAt)}` : ''}`}</span>
                </li>
              ))}
            </ul>
          </div>
          <RadioCards
            legend="Keep these passkeys?"
            cards={[
              {
                value: 'leave',
                name: 'Keep them',
                content: <Choice title="Keep them" text="I recognize all of them." />,
              },
              {
                value: 'remove',
                name: 'Remove them',
                content: <Choice title="Remove them" text="You can add your own again." />,
              },
            ]}
            {...field}
          />
        </div>
      )}
      {hasTwoFactor && (
        <p className="text-muted text-sm">
          The second step stays on, so we will ask for a code. If you do not have your phone, you can use a recovery
          code. If you did not turn it on, use the link in our email about it.
        </p>
      )}
    </>
  );
}

function Choice({ title, text }: { title: string; text: string }) {
  return (
    <>
      <span className="block font-semibold">{title}</span>
      <span className="block text-muted text-sm">{text}</span>
    </>
  );
}

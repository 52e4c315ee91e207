// Lets the owner choose which optional letters to receive, and the time zone for dates in all letters.
import { type Account, chooseLetters, getAccount } from '@remembrance/contract/account.ts';
import type { ReplyOf } from '@remembrance/contract/endpoint.ts';
import { type RefusableLetter, refusableLetters } from '@remembrance/contract/letters.ts';
import { useQueryClient } from '@tanstack/react-query';
import { timeZones } from '../lib/browser/time-zone.ts';
import { call } from '../lib/call.ts';
import { queryKeyOf } from '../lib/query-client.ts';
import { Checkbox } from '../ui/fields/choice.tsx';
import { Field } from '../ui/fields/field.tsx';
import { Section } from '../ui/section.tsx';
import { useChange } from './use-account.ts';

type Choice = Pick<Account, 'refusedLetters' | 'timeZone'>;

const choices: Record<RefusableLetter, { label: string; hint: string }> = {
  'release-reminder': {
    label: 'Remind me before a vault is released on its date',
    hint: 'Seven days and one day before, with a link to change or remove the date.',
  },
  'yearly-review': {
    label: 'Send me an overview of my vaults once a year',
    hint: 'Only if you have turned on the yearly emails under “Check-in”.',
  },
};

export function LettersSection({ account }: { account: Account }) {
  const choose = useChooseLetters();
  const chosen: Choice = { ...account, ...(choose.isPending && choose.variables) };
  const { refusedLetters: shown, timeZone } = chosen;
  return (
    <Section
      title="Emails"
      hint="Emails about codes, releases, payments and the safety of your account are always sent."
    >
      {refusableLetters.map((kind) => (
        <Checkbox
          key={kind}
          {...choices[kind]}
          checked={!shown.includes(kind)}
          onChange={({ target }) => {
            const others = shown.filter((refused) => refused !== kind);
            choose.mutate({ refusedLetters: target.checked ? others : [...others, kind] });
          }}
        />
      ))}
      <Field label="Time zone" hint="Our emails to you and your executors use this time zone.">
        {(wiring) => (
          <select
            {...wiring}
            className="field-box"
            value={timeZone}
            onChange={({ target }) => choose.mutate({ refusedLetters: shown, timeZone: target.value })}
          >
            {timeZones(timeZone).map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </select>
        )}
      </Field>
    </Section>
  );
}

function useChooseLetters() {
  const client = useQueryClient();
  return useChange<Partial<Choice> & Pick<Choice, 'refusedLetters'>, ReplyOf<typeof chooseLetters>>(
    ({ refusedLetters: refused, ...zone }) => call(chooseLetters, { body: { refused, ...zone } }),
    {
      title: 'Your choice was not saved',
      onDone: ({ refused, timeZone }) =>
        client.setQueryData<Account>(
          queryKeyOf(getAccount),
          (account) => account && { ...account, refusedLetters: refused, timeZone },
        ),
    },
  );
}

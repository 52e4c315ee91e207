// Lets the owner choose which of the optional letters to receive.
import { type Account, chooseLetters, getAccount } from '@remembrance/contract/account.ts';
import { type RefusableLetter, refusableLetters } from '@remembrance/contract/letters.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { queryKeyOf } from '../lib/query-client.ts';
import { Checkbox } from '../ui/choice.tsx';
import { Section } from '../ui/section.tsx';
import { useChange } from './use-account.ts';

type Refused = Account['refusedLetters'];

const choices: Record<RefusableLetter, { label: string; hint: string }> = {
  'release-reminder': {
    label: 'Remind me before a vault is released on its date',
    hint: 'Seven days and one day before, with a link to change or cancel the date.',
  },
};

export function LettersSection({ account: { refusedLetters } }: { account: Account }) {
  const client = useQueryClient();
  const choose = useChange<Refused, { refused: Refused }>((refused) => call(chooseLetters, { body: { refused } }), {
    title: 'Your choice was not saved',
    onDone: ({ refused }) =>
      client.setQueryData<Account>(
        queryKeyOf(getAccount),
        (account) => account && { ...account, refusedLetters: refused },
      ),
  });
  const shown = choose.isPending ? (choose.variables ?? refusedLetters) : refusedLetters;
  return (
    <Section
      title="Letters"
      hint="Letters about codes, releases, payments and the safety of your account are always sent."
    >
      {refusableLetters.map((kind) => (
        <Checkbox
          key={kind}
          {...choices[kind]}
          checked={!shown.includes(kind)}
          onChange={({ target }) => {
            const others = shown.filter((refused) => refused !== kind);
            choose.mutate(target.checked ? others : [...others, kind]);
          }}
        />
      ))}
    </Section>
  );
}

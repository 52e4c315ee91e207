// Which letters the owner wants, of those that may be refused.
import { type Account, chooseLetters, getAccount } from '@remembrance/contract/account.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { queryKeyOf } from '../lib/query-client.ts';
import { Checkbox } from '../ui/choice.tsx';
import { Section } from '../ui/section.tsx';
import { useChange } from './use-account.ts';

type Refused = Account['refusedLetters'];

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
      <Checkbox
        label="Remind me before a vault is released on its date"
        hint="Seven days and one day before, with a link to change or cancel the date."
        checked={!shown.includes('release-reminder')}
        onChange={({ target }) => choose.mutate(target.checked ? [] : ['release-reminder'])}
      />
    </Section>
  );
}

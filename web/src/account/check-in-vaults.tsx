// The vaults of the check-in: for each, whether we ask its executors without an answer, or release it after its wait.
import type { CheckIn } from '@remembrance/contract/check-in.ts';
import type { ReactNode } from 'react';
import { AsWritten } from '../ui/as-written.tsx';
import { Checkbox } from '../ui/fields/choice.tsx';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/section.tsx';
import type { FieldsProps } from './check-in-choice.ts';

export function CheckInVaults({ choice, vaults, onChange }: Omit<FieldsProps, 'pauseError'>) {
  const { vaultIds } = choice;
  return (
    <Section
      title="If I do not answer"
      hint="We email the executors of these vaults and ask whether it is time. They need their code, as ever. We open nothing, unless you choose it here."
    >
      {vaults.length === 0 && <p>You have no active vault yet.</p>}
      {vaults.map((vault) => (
        <VaultChoice key={vault.id} vault={vault} choice={choice} onChange={onChange} />
      ))}
      {vaults.length > 0 && vaultIds.length === 0 && (
        <p className="text-muted text-sm">Without a vault here, nothing follows if you do not answer.</p>
      )}
    </Section>
  );
}

type OneVault = Pick<FieldsProps, 'choice' | 'onChange'> & { vault: CheckIn['vaults'][number] };

function VaultChoice({ vault: { id, title, executors, canRelease }, choice, onChange }: OneVault) {
  const { vaultIds, releaseIds } = choice;
  const asks = vaultIds.includes(id);
  const releases = releaseIds.includes(id);
  const changed = (ids: string[], isIn: boolean) =>
    isIn ? [...new Set([...ids, id])] : ids.filter((one) => one !== id);
  return (
    <div className="grid gap-3">
      <Checkbox
        label={<Named before="Ask the executors of “" title={title} after="”" />}
        hint={executors === 0 ? 'This vault has no executor yet.' : undefined}
        checked={asks}
        onChange={({ target: { checked } }) =>
          onChange({
            vaultIds: changed(vaultIds, checked),
            ...(!checked && { releaseIds: changed(releaseIds, false) }),
          })
        }
      />
      {canRelease ? (
        <div className="ps-9">
          <Checkbox
            label={<Named before="Release “" title={title} after="” by itself after its wait, instead" />}
            hint="Its wait begins ten days after our last email. We write to you then, half-way and a day before its end. If you sign in, answer or press the link, it stops. So does an executor who objects."
            checked={releases}
            onChange={({ target: { checked } }) =>
              onChange({
                releaseIds: changed(releaseIds, checked),
                ...(checked && { vaultIds: changed(vaultIds, true) }),
              })
            }
          />
        </div>
      ) : (
        asks && (
          <p className="ps-9 text-muted text-sm">
            <span>It can be released by itself only after a wait of 14 days or more, if one executor is enough.</span>{' '}
            <Link className="text-link inline-block py-1" to={`/vault/${id}/before-release`}>
              Choose the wait
            </Link>
          </p>
        )
      )}
    </div>
  );
}

const Named = ({ before, title, after }: { before: string; title: string; after: string }): ReactNode => (
  <>
    <span>{before}</span>
    <AsWritten>{title}</AsWritten>
    <span>{after}</span>
  </>
);

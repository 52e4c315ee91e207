// What the owner chooses for the time before a release by an executor: a wait in which they can stop it, and a second executor who agrees.
import { getCheckIn } from '@remembrance/contract/check-in.ts';
import { ownerChangeDays } from '@remembrance/contract/limits.ts';
import { agreementDays, type WaitHours, waitHoursChoices } from '@remembrance/contract/release-limits.ts';
import { changeReleaseSettings } from '@remembrance/contract/release-requests.ts';
import type { ReleaseSettings } from '@remembrance/contract/vault-parts.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type CallError, call } from '../../lib/call.ts';
import { useParams } from '../../lib/location.tsx';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/choice.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FocusFallback } from '../../ui/focus-fallback.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice, RefusalNotice } from '../../ui/notice.tsx';
import { PageShell } from '../../ui/page/page-shell.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.tsx';
import { useVault, vaultQuery } from '../status/use-vault.ts';
import { VaultLoading, VaultTrouble } from '../status/vault-states.tsx';
import { waitText } from '../status/wait-words.ts';

export default function BeforeReleasePage() {
  const { id = '' } = useParams();
  const { data: vault, error, refetch } = useVault(id);
  if (error) return <VaultTrouble error={error} onRetry={() => void refetch()} />;
  if (!vault) return <VaultLoading />;
  const { waitHours, mustAgree } = vault.release ?? { waitHours: 0, mustAgree: false };
  return (
    <PageShell
      title="Before a release"
      tabTitle={`Before a release · ${vault.title}`}
      lead={
        <>
          <span>What happens after an executor has pressed “Release Vault” for “</span>
          <AsWritten>{vault.title}</AsWritten>
          <span>”. Without a choice, it is released at once.</span>
        </>
      }
    >
      {vault.status === 'released' ? (
        <Notice title="This vault has been released">There is nothing left to choose.</Notice>
      ) : (
        <>
          <FocusFallback shown={`${waitHours} ${mustAgree}`} label="Before a release">
            <Choice key={`${waitHours} ${mustAgree}`} vault={vault} was={{ waitHours, mustAgree }} />
          </FocusFallback>
          <Neighbours />
        </>
      )}
      <ButtonLink variant="quiet" className="mt-8 -ms-6" to={`/vault/${vault.id}`}>
        Back to the vault
      </ButtonLink>
    </PageShell>
  );
}

function Choice({ vault, was }: { vault: Vault; was: ReleaseSettings }) {
  const [chosen, choose] = useState(was);
  const save = useSave(vault.id, was);
  const executors = vault.codes.length;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutateOnce(chosen);
  };
  return (
    <form noValidate method="post" onSubmit={submit}>
      <Section title="Waiting period" hint="Time in which you can stop a release.">
        <Field
          label="A release by an executor waits"
          hint="We email you at once, and again before a wait of a day or longer ends. The link in these emails stops the release, without signing in. A release on a date does not wait: we remind you of it before."
        >
          {(wiring) => (
            <select
              {...wiring}
              className="field-box"
              value={chosen.waitHours}
              onChange={({ target }) => choose({ ...chosen, waitHours: Number(target.value) })}
            >
              {waitHoursChoices.map((hours) => (
                <option key={hours} value={hours}>
                  {hours === 0 ? 'Not at all' : waitText(hours)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </Section>
      <Section title="Two must agree" hint="For a vault with two executors or more.">
        <Checkbox
          label="Two executors must agree"
          checked={chosen.mustAgree}
          disabled={executors < 2 && !chosen.mustAgree}
          onChange={({ target }) => choose({ ...chosen, mustAgree: target.checked })}
          hint={`One executor asks for the release. If another agrees within ${agreementDays} days, the vault is released, or its wait begins. Any executor can object: the request then ends, and we notify everybody.`}
        />
        <AgreementNotes executors={executors} isOn={chosen.mustAgree} />
      </Section>
      <Section
        title="If you do not answer us"
        hint="The check-in asks whether you are well. If you do not answer, it asks your executors. It can also release this vault, if the wait is 14 days or more and one executor is enough."
      >
        <p>
          <span>
            {vault.releasesInSilence
              ? 'This vault is released if you do not answer.'
              : 'This vault is not released if you do not answer.'}
          </span>{' '}
          <Link className="text-link inline-block py-1" to="/check-in">
            Open the check-in
          </Link>
        </p>
        {vault.releasesInSilence && (
          <p className="text-muted text-sm">
            If you shorten the wait below 14 days, or choose that two must agree, its executors are only asked instead.
          </p>
        )}
      </Section>
      <div className="grid gap-5 border-line border-t pt-7">
        <RefusalNotice error={save.error} />
        <Button type="submit" className="justify-self-start" isBusy={save.isPending}>
          Save
        </Button>
        <p className="text-muted text-sm">
          {`This uses no edit of your plan. We write to you about each change, and for ${ownerChangeDays} days the link in that email undoes it. A wait that has begun does not change.`}
        </p>
      </div>
    </form>
  );
}

/** Where to find a choice that people look for here too. */
const Neighbours = () => (
  <div className="mt-7 border-line border-t">
    <Section title="If our email is not opened" hint="After the release.">
      <p>A second address of your recipient, reminders and a question to your executors are on the vault’s page.</p>
    </Section>
  </div>
);

function AgreementNotes({ executors, isOn }: { executors: number; isOn: boolean }) {
  if (executors < 2)
    return (
      <Notice title={isOn ? 'Not in effect now' : 'Not possible yet'}>
        {isOn
          ? 'Only one executor is left, so their press is enough. It takes effect again once there are two.'
          : 'Please add a second executor on the page of your vault first.'}
      </Notice>
    );
  return (
    <p className="text-muted text-sm">
      Executors may die, or lose their code, before you do. If nobody is left who could agree, the vault waits for
      somebody who can: name a third executor, or also set a release date, which needs nobody’s agreement.
    </p>
  );
}

function useSave(id: string, was: ReleaseSettings) {
  const client = useQueryClient();
  return useMutationOnce<ReleaseSettings, CallError, ReleaseSettings>({
    mutationFn: (to) => call(changeReleaseSettings, { params: { id }, body: { ...inBody(to), was: inBody(was) } }),
    onSuccess(saved) {
      client.setQueryData<Vault>(vaultQuery(id).queryKey, (vault) =>
        vault ? { ...vault, release: saved } : undefined,
      );
      void client.invalidateQueries({ queryKey: vaultQuery(id).queryKey, exact: true });
      // What a silence may do depends on the wait.
      client.removeQueries({ queryKey: queryKeyOf(getCheckIn) });
      toast({ title: 'Saved', description: 'We have sent you an email about it.' });
    },
    onError: (error) =>
      error.code === 'release-settings-changed'
        ? void client.invalidateQueries({ queryKey: vaultQuery(id).queryKey, exact: true })
        : undefined,
  });
}

/** The service stores only the offered waits. */
const inBody = ({ waitHours, mustAgree }: ReleaseSettings) => ({ waitHours: waitHours as WaitHours, mustAgree });

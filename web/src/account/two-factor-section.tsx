// Two-factor sign-in: whether it is on, and what is open over that: turning it on, its setup, its codes, new codes, or turning it off.
import { type Account, getAccount } from '@remembrance/contract/account.ts';
import { trustedBrowserDays } from '@remembrance/contract/limits.ts';
import { distrustBrowsers } from '@remembrance/contract/two-factor.ts';
import { useState } from 'react';
import { call } from '../lib/call.ts';
import { Button } from '../ui/button.tsx';
import { Badge } from '../ui/card.tsx';
import { Section } from '../ui/section.tsx';
import { toast } from '../ui/toast.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { BeginDialog, EndDialog, hintOf, RenewDialog } from './two-factor-dialogs.tsx';
import { type NewSecret, TwoFactorSetup } from './two-factor-setup.tsx';
import { useChange, useRefresh } from './use-account.ts';

export function TwoFactorSection({ account: { twoFactor, hasPassword } }: { account: Account }) {
  const refresh = useRefresh();
  const [openDialog, setOpenDialog] = useState<'begin' | 'renew' | 'end'>();
  const [secret, setSecret] = useState<NewSecret>();
  const [codes, setCodes] = useState<string[]>();
  const close = () => setOpenDialog(undefined);
  const setUp = (fresh: NewSecret) => {
    close();
    setSecret(fresh);
  };
  const endSetup = () => {
    setSecret(undefined);
    void refresh(); // it may have been turned on elsewhere
  };
  const showCodes = (fresh: { recoveryCodes: string[] }) => {
    close();
    setSecret(undefined);
    setCodes(fresh.recoveryCodes);
    void refresh();
  };
  const end = () => {
    close();
    void refresh();
  };
  return (
    <Section title="Second step" hint={hintOf(hasPassword)}>
      <p className="flex flex-wrap items-center gap-3">
        <Badge variant={twoFactor.isOn ? 'success' : 'neutral'}>{twoFactor.isOn ? 'On' : 'Off'}</Badge>
        {twoFactor.isOn && <span className="text-muted text-sm">{codesLeft(twoFactor.recoveryCodesLeft)}</span>}
      </p>
      {twoFactor.trustedBrowsers > 0 && <TrustedBrowsers count={twoFactor.trustedBrowsers} />}
      <div className="flex flex-wrap gap-3">
        {twoFactor.isOn ? (
          <>
            <Button variant="secondary" onClick={() => setOpenDialog('renew')}>
              New recovery codes
            </Button>
            <Button variant="quiet" onClick={() => setOpenDialog('end')}>
              Turn off
            </Button>
          </>
        ) : (
          <Button variant="secondary" onClick={() => setOpenDialog('begin')}>
            Turn on
          </Button>
        )}
      </div>
      <BeginDialog isOpen={openDialog === 'begin'} onClose={close} onDone={setUp} />
      <RenewDialog isOpen={openDialog === 'renew'} onClose={close} onDone={showCodes} />
      <EndDialog isOpen={openDialog === 'end'} onClose={close} onDone={end} hasPassword={hasPassword} />
      <TwoFactorSetup secret={secret} onClose={endSetup} onDone={showCodes} />
      <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />
    </Section>
  );
}

function TrustedBrowsers({ count }: { count: number }) {
  const { mutateOnce, isPending } = useChange(() => call(distrustBrowsers), {
    title: 'Not changed',
    reload: getAccount,
    onDone: () => toast({ title: 'Codes needed everywhere', description: 'We ask for a code in every browser again.' }),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted text-sm">
        {`We do not ask for a code in ${count === 1 ? 'one browser' : `${count} browsers`}, for up to ${trustedBrowserDays} days.`}
      </p>
      <Button variant="quiet" size="compact" isBusy={isPending} onClick={() => mutateOnce(undefined)}>
        Ask everywhere again
      </Button>
    </div>
  );
}

const codesLeft = (left: number): string =>
  left === 0
    ? 'You have no recovery codes left. Please create new codes.'
    : `${left} recovery ${left === 1 ? 'code' : 'codes'} left`;

// The checkout activates a vault by one payment, by a trial with a card, or by a trial without one, depending on its plan.
import type { PaymentStatus, Vault } from '@remembrance/contract/vaults.ts';
import { type ReactNode, useState } from 'react';
import { isUnauthorized, sentenceOf } from '../../lib/call.ts';
import { useParams, useSearch } from '../../lib/location.tsx';
import { priceText } from '../../lib/money.ts';
import { hasTrialPromo } from '../../lib/promo.ts';
import { isMonthly } from '../../plans/offered-plan.ts';
import { usePlans } from '../../plans/use-plans.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, TickedList } from '../../ui/card.tsx';
import { PageShell } from '../../ui/page/page-shell.tsx';
import { VaultTrouble } from '../../vaults/status/vault-states.tsx';
import { CardForm } from './card-form.tsx';
import { activationText, type CheckoutPlan, checkoutPlan, trialText } from './checkout-rules.ts';
import { AlreadyActive, AlreadyPaid, InvalidVaultId, NotPrepared, Preparing, SignInFirst } from './checkout-states.tsx';
import {
  type Preparation,
  useActivated,
  useCardDocument,
  usePayableVault,
  usePreparation,
  useStripeScript,
} from './use-checkout.ts';

export default function CheckoutPage() {
  const { vaultId = '' } = useParams();
  useCardDocument();
  const vault = usePayableVault(vaultId);
  const plans = usePlans();
  const [isPaying, setPaying] = useState(false);
  if (vaultId === '') return <InvalidVaultId />;
  if (isUnauthorized(vault.error)) return <SignInFirst />;
  if (vault.error) return <VaultTrouble error={vault.error} onRetry={() => void vault.refetch()} />;
  if (!vault.data || plans.isPending)
    return (
      <PageShell title="Complete Your Purchase">
        <Preparing />
      </PageShell>
    );
  if (vault.data.paymentStatus !== 'unpaid' && !isPaying) return <AlreadyActive vault={vault.data} />;
  const plan = checkoutPlan(vault.data, plans.data);
  return <Checkout vault={vault.data} plan={plan} onPaying={setPaying} />;
}

interface CheckoutProps {
  vault: Vault;
  plan: CheckoutPlan;
  /** Called before an action here may activate the vault, so that the page does not show it as already active. */
  onPaying: (isPaying: boolean) => void;
}

function Checkout({ vault, plan, onPaying }: CheckoutProps) {
  const search = useSearch();
  const isSubscription = isMonthly(plan);
  const hasPromo = isSubscription && hasTrialPromo(search);
  const activated = useActivated(vault);
  const preparation = usePreparation(vault.id, {
    isSubscription,
    hasPromo,
    // A trial without a card starts when the button is pressed, not when the page opens.
    isEnabled: !hasPromo,
  });
  const finishPayment = (status: PaymentStatus) => {
    onPaying(true);
    return activated(status);
  };
  const startTrial = async () => {
    onPaying(true);
    const { data } = await preparation.refetch({ cancelRefetch: false });
    if (data && data.clientSecret === undefined) await activated('trial');
    else onPaying(false);
  };
  // If nothing is left to confirm, the free month has started and its vault is about to be shown.
  const isOffered = hasPromo && !preparation.error && preparation.data?.clientSecret === undefined;
  return (
    <CheckoutFrame plan={plan} vaultTitle={vault.title} trial={isOffered ? 'without-card' : trialOf(preparation.data)}>
      {isOffered ? (
        <FreeMonth
          isStarting={preparation.isFetching || preparation.data !== undefined}
          onStart={() => void startTrial()}
        />
      ) : (
        <Payment
          vaultId={vault.id}
          plan={plan}
          preparation={preparation}
          onPrepare={() => void (hasPromo ? startTrial() : preparation.refetch())}
          onActivated={finishPayment}
        />
      )}
    </CheckoutFrame>
  );
}

interface CheckoutFrameProps {
  plan: CheckoutPlan;
  vaultTitle: string;
  /** Whether the first month is free, with a card or without one. */
  trial: 'with-card' | 'without-card' | undefined;
  children: ReactNode;
}

/** The plan's features on one side, the payment form on the other. */
function CheckoutFrame({ plan, vaultTitle, trial, children }: CheckoutFrameProps) {
  return (
    <PageShell title="Complete Your Purchase" lead={activationText(plan)}>
      <div className="grid items-start gap-8 md:grid-cols-2">
        <section aria-labelledby="included">
          <p className="mb-5 font-semibold">
            <AsWritten>{vaultTitle}</AsWritten>
          </p>
          <h2 id="included" className="font-display text-title-sm">
            What's Included
          </h2>
          <TickedList lines={plan.features} className="mt-4" />
          {trial && (
            <div className="mt-6 grid gap-2 text-sm">
              {trial === 'with-card' && (
                <p className="text-muted">
                  {`The first month is free: no charge today, then ${priceText(plan.price)}/month. Cancel anytime.`}
                </p>
              )}
              <p className="font-semibold">{trialText(plan, { now: new Date(), hasCard: trial === 'with-card' })}</p>
            </div>
          )}
        </section>
        <Card>{children}</Card>
      </div>
    </PageShell>
  );
}

/** Without a client secret we asked for no card, so the page must not mention one. */
const trialOf = (data: Preparation | undefined) =>
  data?.hasTrial ? (data.clientSecret === undefined ? 'without-card' : 'with-card') : undefined;

const FreeMonth = ({ isStarting, onStart }: { isStarting: boolean; onStart: () => void }) => (
  <div className="grid gap-5">
    <p>Your first month is free, and you need no card to start.</p>
    <Button isWide isBusy={isStarting} onClick={onStart}>
      Start the free month
    </Button>
  </div>
);

interface PaymentProps {
  vaultId: string;
  plan: CheckoutPlan;
  preparation: ReturnType<typeof usePreparation>;
  onPrepare: () => void;
  onActivated: (status: PaymentStatus) => Promise<void>;
}

function Payment({ vaultId, plan, preparation, onPrepare, onActivated }: PaymentProps) {
  const stripeScript = useStripeScript();
  const { data, error } = preparation;
  const retry = () => {
    if (error) onPrepare();
    if (stripeScript.error) void stripeScript.refetch();
  };
  if (error?.code === 'already-paid') return <AlreadyPaid vaultId={vaultId} />;
  if (error || stripeScript.error) return <NotPrepared reason={error ? sentenceOf(error, '') : ''} onRetry={retry} />;
  if (data && data.clientSecret === undefined) return <AlreadyPaid vaultId={vaultId} />;
  if (!data?.clientSecret || !stripeScript.data) return <Preparing />;
  const { clientSecret, hasTrial } = data;
  return (
    <CardForm
      key={clientSecret}
      stripe={stripeScript.data}
      onStartAgain={() => void preparation.refetch()}
      plan={plan}
      clientSecret={clientSecret}
      hasTrial={hasTrial}
      onActivated={onActivated}
    />
  );
}

// A payment's printable page: payer, purpose, date and payee.
import type { BilledPayment } from '@remembrance/contract/billing.ts';
import { longDate } from '../../lib/dates.ts';
import { useParams } from '../../lib/location.tsx';
import { priceText } from '../../lib/money.ts';
import { product } from '../../lib/product.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Skeleton } from '../../ui/card.tsx';
import { LoadFailure, Notice } from '../../ui/notice.tsx';
import { PageShell } from '../../ui/page/page-shell.tsx';
import { documentNameOf, paymentStates } from './billing-rules.ts';
import { useBilling } from './use-billing.ts';

export default function ReceiptPage() {
  const { paymentId } = useParams();
  const { data, error, refetch } = useBilling();
  const payment = data?.payments.find(({ id }) => id === paymentId);
  const back = (
    <ButtonLink variant="secondary" to="/account/billing">
      Back to billing
    </ButtonLink>
  );
  return (
    <PageShell title={payment ? documentNameOf(payment) : 'Receipt'} width="text">
      {error ? (
        <LoadFailure title="The receipt could not be shown" error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton className="h-60 rounded-card" />
      ) : payment ? (
        <div className="grid gap-6">
          <Receipt payment={payment} />
          <div className="flex flex-wrap gap-3 on-screen-only">
            {back}
            <Button onClick={() => window.print()}>Print</Button>
          </div>
        </div>
      ) : (
        <Notice title="We could not find this payment" action={back} />
      )}
    </PageShell>
  );
}

function Receipt({ payment }: { payment: BilledPayment }) {
  const { billedTo, credit, refunded } = payment;
  const isOwed = payment.state === 'open';
  const facts = [
    ['Number', payment.id],
    ['Date', longDate(payment.at)],
    [isOwed ? 'Billed to' : 'Paid by', `${billedTo.name}, ${billedTo.email}`],
    [isOwed ? 'Payable to' : 'Paid to', `${product.name}, ${product.supportEmail}`],
    ['For', payment.description],
    ['Amount', `${priceText(payment.amount)} (USD)`],
    ...(credit === '0.00' ? [] : [['From your credit', `${priceText(credit)} (USD)`]]),
    ...(refunded === '0.00' ? [] : [['Refunded', `${priceText(refunded)} (USD)`]]),
    ['State', paymentStates[payment.state]],
  ];
  return (
    <Card>
      <dl className="grid gap-4">
        {facts.map(([name, value]) => (
          <div key={name} className="grid gap-1 sm:grid-cols-[8rem_1fr]">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

// How far our email to the recipient has come, for the executor: in the words that the owner reads.
import { deliveryTexts, emailStatus, isUnreached } from '@remembrance/contract/email-status.ts';
import type { VaultSummary } from '@remembrance/contract/release.ts';
import { shortDate } from '../../lib/dates.ts';

export function DeliveryFacts({ summary: { delivery, recipientName } }: { summary: VaultSummary }) {
  if (!delivery) return null;
  const isDisowned = emailStatus(delivery) === 'disowned';
  const texts = deliveryTexts(recipientName, delivery, shortDate);
  return (
    <section aria-labelledby="delivery">
      <h3 id="delivery" className="font-semibold">
        Did it arrive?
      </h3>
      <ul className="mt-2 grid list-disc gap-1 ps-5 marker:text-brass">
        {texts.map((text, index) => (
          <li key={text} className={index === 0 && isUnreached(delivery) ? 'text-garnet' : ''}>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
      {!delivery.openedAt && (
        <p className="mt-2 text-muted text-sm">
          {isDisowned
            ? 'Somebody else may read this address. If you know them, ask them whether it is right.'
            : 'It counts as opened once the right address was entered at its link. If you know them, ask them to look for our email, and in their spam folder too.'}
        </p>
      )}
    </section>
  );
}

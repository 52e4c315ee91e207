// The sandbox's page: its objects, and forms for the effects of time, banks and networks. No scripts.
// Every button is labelled with its action and its object.
import { html, type Markup } from '@remembrance/contract/markup.ts';
import { chargeFault } from './cards.ts';
import type { ShownSandbox } from './show-objects.ts';

type Shown<Kind extends 'subscriptions' | 'payments' | 'events'> = ShownSandbox[Kind][number];

/** The host's layout for developer pages: the content security policy, and a frame around a title and a body. */
export interface DevelopmentPage {
  policy: string;
  render(page: { title: string; body: Markup }): string;
}

export function toolsPage({ subscriptions, payments, events, dropsEvents }: ShownSandbox) {
  return {
    title: 'Payment sandbox',
    body: html`
<p>No Stripe keys are set, so these objects stand in for Stripe's. No card is charged.</p>
<h2>Subscriptions</h2>
${subscriptions.length === 0 ? html`<p>None yet.</p>` : subscriptions.map(subscriptionArticle)}
<h2>Payments</h2>
${payments.length === 0 ? html`<p>None yet.</p>` : payments.map(paymentArticle)}
<h2>Newest events</h2>
<p>${
      dropsEvents
        ? 'Events are dropped: they stay undelivered until they are delivered again or the reconciliation job fetches them.'
        : 'Events are delivered as they happen.'
    }</p>
${
  dropsEvents
    ? button({ act: 'deliver' }, 'Deliver the next events', 'all')
    : button({ act: 'drop' }, 'Drop the next events', 'all')
}
${button({ act: 'repeat' }, 'Deliver them again', 'newest events')}
${button({ act: 'reverse' }, 'Deliver them again, newest first', 'newest events')}
${events.length === 0 ? html`<p>None yet.</p>` : html`<ol>${events.map(eventItem)}</ol>`}
`,
  };
}

function subscriptionArticle({ subscription, card, invoice }: Shown<'subscriptions'>): Markup {
  const { id, status, items, cancel_at_period_end: endsThen } = subscription;
  const [item] = items.data;
  const price = priceOf(item?.price.unit_amount ?? 0);
  const end = new Date((item?.current_period_end ?? 0) * 1000).toISOString();
  const isOver = status === 'canceled' || status === 'incomplete_expired';
  return html`<article aria-labelledby="${id}">
<h3 id="${id}">${id}</h3>
<p>${status}, $${price} a month, until ${end}${endsThen ? ', then cancelled' : ''}</p>
<p>${card ? `${card.card ? `Card ending in ${card.card.last4}` : card.type}: ${chargeFault(card.behaviour) ? 'charges are declined' : 'charges succeed'}` : 'No card'}</p>
${invoice ? html`<p>Newest invoice ${invoice.id}: ${invoice.status}, $${priceOf(invoice.amount_due)}</p>` : html``}
${
  isOver
    ? html``
    : html`${button({ act: 'pass', id, days: '1' }, 'Pass a day', id)}
${button({ act: 'pass', id, days: '28' }, 'Pass 28 days', id)}
${card ? button({ act: 'decline', id }, 'Decline its card from now on', id) : html``}
${card ? button({ act: 'accept', id }, 'Accept its card again', id) : html``}
${status === 'paused' ? button({ act: 'resume', id }, 'Resume it', id) : button({ act: 'pause', id }, 'Pause it', id)}`
}
</article>
`;
}

function paymentArticle({ payment, charge, dispute }: Shown<'payments'>): Markup {
  const { id, status, amount } = payment;
  const isKept = charge !== null && !charge.refunded;
  const isOpen = dispute?.status === 'needs_response';
  return html`<article aria-labelledby="${id}">
<h3 id="${id}">${id}</h3>
<p>${status}, $${priceOf(amount)}${charge?.refunded ? ', refunded' : ''}${disputeWords(dispute)}</p>
${isKept && (!dispute || dispute.status === 'won') ? button({ act: 'refund', id }, 'Refund it', id) : html``}
${isKept && !dispute ? button({ act: 'dispute', id }, 'Dispute it', id) : html``}
${isOpen ? button({ act: 'win', id }, 'Win the dispute', id) : html``}
${isOpen ? button({ act: 'lose', id }, 'Lose the dispute', id) : html``}
</article>
`;
}

const disputeWords = (dispute: Shown<'payments'>['dispute']): string =>
  !dispute ? '' : dispute.status === 'needs_response' ? ', disputed' : `, dispute ${dispute.status}`;

const eventItem = ({ type, pending_webhooks: waits, dropped }: Shown<'events'>): Markup =>
  html`<li>${type}: ${waits === 0 ? 'delivered' : dropped ? 'dropped' : 'waiting'}</li>`;

/** @param about the object of the action */
const button = (fields: Record<string, string>, words: string, about: string): Markup =>
  html`<form method="post" action="/dev/payments">${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button aria-label="${words}: ${about}">${words}</button></form>
`;

const priceOf = (cents: number): string => (cents / 100).toFixed(2);

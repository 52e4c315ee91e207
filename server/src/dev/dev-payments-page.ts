// The page of the payment sandbox: its objects, and forms that do what otherwise time, banks and lines do. No script.
import { html, type Markup } from '../letters/templates/markup.ts';
import type { SandboxTools } from '../payments/sandbox/sandbox-tools.ts';
import { priceOf } from '../payments/settle-rules.ts';
import { devStyle } from './dev-mailbox-page.ts';

type Shown = Awaited<ReturnType<SandboxTools['show']>>;

export function devPaymentsPage({ subscriptions, payments, events }: Shown): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment sandbox</title>
${devStyle}
</head>
<body>
<main>
<h1>Payment sandbox</h1>
<p>No keys of a card processor are set, so these objects stand in for its own. No card is charged.</p>
<h2>Subscriptions</h2>
${subscriptions.length === 0 ? html`<p>There is none yet.</p>` : subscriptions.map(subscriptionArticle)}
<h2>Payments</h2>
${payments.length === 0 ? html`<p>There is none yet.</p>` : payments.map(paymentArticle)}
<h2>Newest events</h2>
<p>${String(events.filter(({ pending_webhooks }) => pending_webhooks === 1).length)} of them wait to be taken.</p>
${button({ act: 'repeat' }, 'Deliver them once more, newest first')}
<ol>${events.map(({ type }) => html`<li>${type}</li>`)}</ol>
</main>
</body>
</html>
`.markup;
}

function subscriptionArticle({ id, status, items, cancel_at_period_end }: Shown['subscriptions'][number]): Markup {
  const [item] = items.data;
  const price = priceOf(item?.price.unit_amount ?? 0);
  const end = new Date((item?.current_period_end ?? 0) * 1000).toISOString();
  return html`<article aria-label="${id}">
<p>${id}: ${status}, $${price} a month, until ${end}${cancel_at_period_end ? ', then cancelled' : ''}</p>
${button({ act: 'pass', id, days: '1' }, 'A day passes')}
${button({ act: 'pass', id, days: '28' }, '28 days pass')}
${button({ act: 'decline', id }, 'Its card is declined from now on')}
${button({ act: 'accept', id }, 'Its card pays again')}
${status === 'paused' ? button({ act: 'resume', id }, 'Resume it') : button({ act: 'pause', id }, 'Pause it')}
</article>
`;
}

const paymentArticle = ({ id, status, amount }: Shown['payments'][number]): Markup => html`<article aria-label="${id}">
<p>${id}: ${status}, $${priceOf(amount)}</p>
${status === 'succeeded' ? button({ act: 'refund', id }, 'Give it back') : html``}
</article>
`;

const button = (fields: Record<string, string>, words: string): Markup =>
  html`<form method="post" action="/dev/payments">${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button>${words}</button></form>
`;

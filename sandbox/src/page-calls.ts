// The calls a payment page makes with the publishable key. Each must include the client secret of its intent.
import { type Answer, type CallNeeds, missing, ok, type SandboxCall } from './answer.ts';
import { answerAuthentication, confirmByLink, confirmIntent, type Intent, publicPart } from './intents.ts';

type RunOnIntent = (needs: CallNeeds, intent: Intent, params: URLSearchParams) => Promise<Answer>;

const confirm: RunOnIntent = (needs, intent, params) => {
  const type = params.get('payment_method_data[type]') ?? 'card';
  if (type !== 'card') return confirmByLink(needs, intent, type);
  const field = (name: string) => params.get(`payment_method_data[card][${name}]`) ?? '';
  return confirmIntent(needs, intent, {
    number: field('number'),
    expMonth: Number(field('exp_month')),
    expYear: Number(field('exp_year')),
    cvc: field('cvc'),
  });
};
const authenticate: RunOnIntent = (needs, intent, params) =>
  answerAuthentication(needs, intent, params.get('outcome') === 'complete');
const show: RunOnIntent = async (_, intent) => ok(publicPart(intent));

const on = (kind: Intent['object'], run: RunOnIntent, ...extra: string[]): SandboxCall => ({
  params: ['client_secret', 'key', ...extra],
  async run(needs, params, id) {
    const intent = await needs.store.get(kind, id);
    return intent && params.get('client_secret') === intent.client_secret
      ? run(needs, intent, params)
      : missing(kind, id);
  },
});

export const pageCalls: Record<string, SandboxCall> = {
  'GET payment_intents/:id': on('payment_intent', show),
  'GET setup_intents/:id': on('setup_intent', show),
  'POST payment_intents/:id/confirm': on('payment_intent', confirm, 'payment_method_data'),
  'POST setup_intents/:id/confirm': on('setup_intent', confirm, 'payment_method_data'),
  /** The sandbox's own call: the outcome of the authentication. */
  'POST payment_intents/:id/authenticate': on('payment_intent', authenticate, 'outcome'),
  'POST setup_intents/:id/authenticate': on('setup_intent', authenticate, 'outcome'),
};

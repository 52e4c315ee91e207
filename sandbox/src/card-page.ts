// Uses a card as a payment page does, for tests and the seed data: it makes the sandbox script's calls with the publishable
// key.
import { type Sandbox, sandboxKeys } from './sandbox.ts';

export const cards = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  lacksFunds: '4000000000009995',
  asksAuthentication: '4000002500003155',
  alwaysAsks: '4000002760003184',
  failsLater: '4000000000000341',
} as const;

interface Intent {
  id: string;
  status: string;
}
interface PageAnswer {
  intent?: Intent;
  error?: { code: string; message: string };
}

export function openCardPage(sandbox: Pick<Sandbox, 'fetch'>) {
  const send = async (clientSecret: string, action: string, body: Record<string, string>): Promise<PageAnswer> => {
    const id = intentOf(clientSecret);
    const kind = id.startsWith('pi_') ? 'payment_intents' : 'setup_intents';
    const params = new URLSearchParams({ key: sandboxKeys.publishable, client_secret: clientSecret, ...body });
    const request = new Request(`http://sandbox.invalid/v1/${kind}/${id}/${action}`, { method: 'POST', body: params });
    const response = await sandbox.fetch(request);
    const answer = await response.json();
    return response.ok ? { intent: answer as Intent } : { error: (answer as { error: never }).error };
  };
  const page = {
    confirm: (clientSecret: string, card: string = cards.pays, expiry: [string, string] = ['12', '2031']) =>
      send(clientSecret, 'confirm', {
        'payment_method_data[card][number]': card,
        'payment_method_data[card][exp_month]': expiry[0],
        'payment_method_data[card][exp_year]': expiry[1],
        'payment_method_data[card][cvc]': '123',
      }),
    /** Confirms with a method that is not a card. */
    confirmByLink: (clientSecret: string) => send(clientSecret, 'confirm', { 'payment_method_data[type]': 'link' }),
    authenticate: (clientSecret: string, outcome: 'complete' | 'fail') =>
      send(clientSecret, 'authenticate', { outcome }),
  };
  /** Pays with the card that always succeeds. Returns the intent's id. */
  const pay = async (clientSecret: string): Promise<string> => {
    const { error } = await page.confirm(clientSecret);
    if (error) throw new Error(error.message);
    return intentOf(clientSecret);
  };
  return { ...page, pay };
}

/** The intent id in a client secret. */
export const intentOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

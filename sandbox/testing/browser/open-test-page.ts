// For tests: a page with the sandbox's two scripts and a mounted card form, in a simulated browser.
import cardFormScript from '../../src/browser/card-form.js?raw';
import stripeScript from '../../src/browser/stripe.js?raw';

interface Elements {
  create(type: string): CardForm;
  getElement(type: string): CardForm | null;
  update(changes: { clientSecret?: string }): void;
  submit(): Promise<object>;
}
interface Outcome {
  error?: { type: string; code?: string; message: string };
  paymentIntent?: { status: string };
  setupIntent?: { status: string };
}
interface StripeScript {
  elements(options?: { clientSecret?: string }): Elements;
  confirmPayment(input: object): Promise<Outcome>;
  confirmSetup(input: object): Promise<Outcome>;
  retrievePaymentIntent(clientSecret: string): Promise<Outcome>;
  retrieveSetupIntent(clientSecret: string): Promise<Outcome>;
  createToken(): Promise<Outcome>;
}
declare global {
  interface Window {
    Stripe(key: string): StripeScript;
  }
}
interface Sent {
  method: string;
  path: string;
  params: Record<string, string>;
}

/** Opens the page. Call `close` to restore the browser's own `fetch`. */
export async function openTestPage() {
  const sent: Sent[] = [];
  const answers: (() => Response | Promise<Response>)[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (async (address: URL, init: { method?: string; body?: URLSearchParams }) => {
    const url = new URL(String(address));
    const params = Object.fromEntries(new URLSearchParams(init.body ? String(init.body) : url.search));
    sent.push({ method: init.method ?? 'GET', path: url.pathname, params });
    return (answers.shift() ?? Response.error)();
  }) as typeof fetch;
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  document.head.replaceChildren();
  document.body.innerHTML = '<div id="card"></div>';
  const script = { value: { src: 'http://localhost/sandbox/stripe.js' }, configurable: true };
  Object.defineProperty(document, 'currentScript', script);
  for (const source of [cardFormScript, stripeScript]) new Function(source)();
  const stripe = window.Stripe('pk_test_1');
  const elements = stripe.elements({ clientSecret: 'pi_1_secret_2' });
  const form = elements.create('payment');
  form.mount('#card');
  await new Promise((resolve) => form.on('ready', resolve));

  const field = (label: string) => {
    const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label);
    return document.getElementById(found?.htmlFor ?? '') as HTMLInputElement;
  };
  const type = (label: string, text: string): string => {
    const input = field(label);
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    return input.value;
  };
  return {
    stripe,
    elements,
    form,
    field,
    type,
    fillIn: () => [type('Card number', '4242424242424242'), type('Expiry', '1231'), type('CVC', '123')],
    confirm: () => stripe.confirmPayment({ elements, redirect: 'if_required' }),
    /** The message under a field. */
    messageOf: (label: string) =>
      document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent,
    isDisabled: () => document.querySelector('fieldset')?.hasAttribute('disabled'),
    /** The requests sent to the sandbox. */
    sent,
    /** Sets the next answer. */
    answer: (respond: () => Response | Promise<Response>) => answers.push(respond),
    close() {
      globalThis.fetch = fetch;
    },
  };
}
export type TestPage = Awaited<ReturnType<typeof openTestPage>>;

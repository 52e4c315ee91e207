// @ts-check
// The sandbox's replacement for Stripe.js: the part of its interface that the checkout page uses.
// It sends card data only to the sandbox of this installation.
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a classic script keeps its names inside one function
(() => {
  /** @typedef {'payment_intent' | 'setup_intent'} IntentKind */
  /** @typedef {{ clientSecret?: string, elements?: { clientSecret: string, form: CardForm | null }, redirect?: string }} Confirmation */
  /** @typedef {{ intent?: { status: string }, error?: object }} Answer */

  /** @param {string} publishableKey */
  function Stripe(publishableKey) {
    /** @type {(kind: IntentKind, clientSecret: string, action: string, body?: Record<string, string>) => Promise<Answer>} */
    async function call(kind, clientSecret, action, body) {
      const [id] = clientSecret.split('_secret_');
      const url = new URL(`stripe/v1/${kind}s/${id}${action}`, window.sandboxBase);
      const params = new URLSearchParams({ key: publishableKey, client_secret: clientSecret, ...body });
      if (!body) url.search = params.toString();
      try {
        const response = await fetch(url, body ? { method: 'POST', body: params } : {});
        const answer = await response.json();
        if (response.ok) return { intent: answer };
        const message = 'The payment failed. Please try again.';
        return { error: answer.error ?? { type: 'api_error', message } };
      } catch {
        const message = 'The payment service could not be reached. Please check your connection and try again.';
        return { error: { type: 'api_connection_error', message } };
      }
    }

    /** @type {(kind: IntentKind, confirmation: Confirmation) => Promise<Answer>} */
    async function confirm(kind, { elements, clientSecret = elements?.clientSecret, redirect }) {
      const form = elements?.form;
      if (!form || !clientSecret) throw new Error('The sandbox needs mounted elements and a client secret.');
      if (redirect !== 'if_required') throw new Error("The sandbox supports only redirect: 'if_required'.");
      const fault = form.check();
      if (fault) return { error: fault };
      form.setDisabled(true);
      try {
        const card = Object.entries(form.card()).map(([name, value]) => [`payment_method_data[card][${name}]`, value]);
        const confirmed = await call(kind, clientSecret, '/confirm', Object.fromEntries(card));
        return confirmed.intent?.status === 'requires_action' ? await authenticate(kind, clientSecret) : confirmed;
      } finally {
        form.setDisabled(false);
      }
    }

    const authenticate = async (/** @type {IntentKind} */ kind, /** @type {string} */ clientSecret) =>
      call(kind, clientSecret, '/authenticate', { outcome: await window.sandboxForms.askForAuthentication() });

    const paymentOf = (/** @type {Answer} */ { intent, error }) => (error ? { error } : { paymentIntent: intent });
    const setupOf = (/** @type {Answer} */ { intent, error }) => (error ? { error } : { setupIntent: intent });
    return {
      elements: createElements,
      async confirmPayment(/** @type {Confirmation} */ confirmation) {
        return paymentOf(await confirm('payment_intent', confirmation));
      },
      async confirmSetup(/** @type {Confirmation} */ confirmation) {
        return setupOf(await confirm('setup_intent', confirmation));
      },
      async handleNextAction(/** @type {{ clientSecret: string }} */ { clientSecret }) {
        return paymentOf(await authenticate('payment_intent', clientSecret));
      },
      async retrievePaymentIntent(/** @type {string} */ clientSecret) {
        return paymentOf(await call('payment_intent', clientSecret, ''));
      },
      async retrieveSetupIntent(/** @type {string} */ clientSecret) {
        return setupOf(await call('setup_intent', clientSecret, ''));
      },
      // The React bindings check for these.
      createToken: notHere,
      createPaymentMethod: notHere,
      confirmCardPayment: notHere,
    };
  }

  const notHere = async () => ({ error: { type: 'invalid_request_error', message: 'The sandbox has no such call.' } });

  function createElements({ clientSecret = '' } = {}) {
    const elements = {
      clientSecret,
      /** @type {CardForm | null} */
      form: null,
      create(/** @type {string} */ type) {
        if (type !== 'payment') throw new Error(`The sandbox has no ${type} element.`);
        elements.form = window.sandboxForms.createCardForm();
        return elements.form;
      },
      getElement: (/** @type {string} */ type) => (type === 'payment' ? elements.form : null),
      update(/** @type {{ clientSecret?: string }} */ changes) {
        elements.clientSecret = changes.clientSecret ?? elements.clientSecret;
      },
      fetchUpdates: async () => ({}),
      async submit() {
        const fault = elements.form?.check();
        return fault ? { error: fault } : { selectedPaymentMethod: 'card' };
      },
      on: () => elements,
      off: () => elements,
    };
    return elements;
  }

  Stripe.version = 'endive';
  Object.assign(window, { Stripe });
})();

// @ts-check
// The sandbox's stand-in for the card processor's script: the part of its interface that the checkout page uses, with a
// card form that stands in the page itself. It sends a card nowhere but to the sandbox of this installation.
(() => {
  /** @typedef {{ type: string, code?: string, message: string }} Fault */
  /** @typedef {'payment_intent' | 'setup_intent'} IntentKind */
  /** @typedef {{ clientSecret?: string, elements?: { clientSecret: string, form: CardForm | null }, redirect?: string }} Confirmation */
  /** @typedef {ReturnType<typeof createCardForm>} CardForm */

  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const base = new URL('.', script.src);
  let formsMade = 0;

  /**
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {Record<string, string>} [attributes]
   * @param {(Node | string)[]} children
   * @returns {HTMLElementTagNameMap[Tag]}
   */
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  function loadStyles() {
    const href = new URL('stripe.css', base).href;
    if (document.querySelector(`link[href="${href}"]`)) return;
    document.head.append(make('link', { rel: 'stylesheet', href }));
  }

  // --- The card form

  const fields = {
    number: { label: 'Card number', autocomplete: 'cc-number', placeholder: '1234 1234 1234 1234', digits: 19 },
    expiry: { label: 'Expiry', autocomplete: 'cc-exp', placeholder: 'MM / YY', digits: 4 },
    cvc: { label: 'CVC', autocomplete: 'cc-csc', placeholder: '123', digits: 4 },
  };
  /** @typedef {keyof typeof fields} FieldName */
  const incomplete = {
    number: 'Your card number is incomplete.',
    expiry: "Your card's expiration date is incomplete.",
    cvc: "Your card's security code is incomplete.",
  };
  const enoughDigits = { number: 12, expiry: 4, cvc: 3 };

  const digitsOf = (/** @type {string} */ text) => text.replace(/\D/g, '');

  /** @param {FieldName} name @param {string} text */
  function formatted(name, text) {
    const digits = digitsOf(text).slice(0, fields[name].digits);
    if (name === 'number') return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
    return name === 'expiry' ? digits.replace(/^(\d{2})(?=\d)/, '$1 / ') : digits;
  }

  function createCardForm() {
    formsMade += 1;
    /** @type {Map<string, Set<(event: unknown) => void>>} */
    const listeners = new Map();
    let isReady = false;
    const emit = (/** @type {string} */ name, /** @type {object} */ event = {}) => {
      for (const listener of listeners.get(name) ?? []) listener({ elementType: 'payment', ...event });
    };

    const field = (/** @type {FieldName} */ name) => {
      const { label, autocomplete, placeholder } = fields[name];
      const id = `sandbox-card-${formsMade}-${name}`;
      const input = make('input', { id, autocomplete, placeholder, inputmode: 'numeric', type: 'text' });
      input.setAttribute('aria-describedby', `${id}-error`);
      const error = make('p', { id: `${id}-error`, class: 'sandbox-card-error', 'aria-live': 'polite' });
      input.addEventListener('input', () => {
        if (input.selectionStart === input.value.length) input.value = formatted(name, input.value);
        show(name, '');
        emit('change', { empty: isEmpty(), complete: isComplete(), collapsed: false, value: { type: 'card' } });
      });
      for (const event of ['focus', 'blur']) input.addEventListener(event, () => emit(event));
      return {
        input,
        error,
        block: make('div', { class: `sandbox-card-${name}` }, make('label', { for: id }, label), input, error),
      };
    };
    const parts = { number: field('number'), expiry: field('expiry'), cvc: field('cvc') };
    const names = /** @type {FieldName[]} */ (Object.keys(parts));
    const digits = (/** @type {FieldName} */ name) => digitsOf(parts[name].input.value);
    const isEnough = (/** @type {FieldName} */ name) => digits(name).length >= enoughDigits[name];
    const isEmpty = () => names.every((name) => digits(name) === '');
    const isComplete = () => names.every(isEnough);
    const show = (/** @type {FieldName} */ name, /** @type {string} */ message) => {
      parts[name].error.textContent = message;
      parts[name].input.setAttribute('aria-invalid', String(message !== ''));
    };

    const note = make(
      'p',
      { class: 'sandbox-card-note' },
      'Test mode: no money moves. 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks ' +
        'for authentication. Use any date to come and any CVC.',
    );
    const root = make(
      'fieldset',
      { class: 'sandbox-card' },
      make('legend', {}, 'Card details'),
      note,
      ...names.map((name) => parts[name].block),
    );

    const form = {
      mount(/** @type {string | Element} */ target) {
        loadStyles();
        const place = typeof target === 'string' ? document.querySelector(target) : target;
        place?.replaceChildren(root);
        setTimeout(() => {
          isReady = true;
          emit('ready');
        });
      },
      unmount: () => root.remove(),
      destroy: () => root.remove(),
      update() {},
      collapse() {},
      focus: () => parts.number.input.focus(),
      blur: () => /** @type {HTMLElement | null} */ (root.querySelector(':focus'))?.blur(),
      clear() {
        for (const name of names) parts[name].input.value = '';
      },
      on(/** @type {string} */ name, /** @type {(event: unknown) => void} */ listener) {
        if (!listeners.has(name)) listeners.set(name, new Set());
        listeners.get(name)?.add(listener);
        if (name === 'ready' && isReady) listener({ elementType: 'payment' });
        return form;
      },
      off(/** @type {string} */ name, /** @type {(event: unknown) => void} */ listener) {
        listeners.get(name)?.delete(listener);
        return form;
      },
      /** Marks every field that is not complete. @returns {Fault | null} */
      check() {
        const wanting = names.filter((name) => !isEnough(name));
        for (const name of names) show(name, wanting.includes(name) ? incomplete[name] : '');
        const [first] = wanting;
        if (!first) return null;
        parts[first].input.focus();
        return { type: 'validation_error', code: `incomplete_${first}`, message: incomplete[first] };
      },
      card: () => ({
        number: digits('number'),
        exp_month: digits('expiry').slice(0, 2),
        exp_year: `20${digits('expiry').slice(2)}`,
        cvc: digits('cvc'),
      }),
      /** While the sandbox answers, the card must not change under it. */
      hold: (/** @type {boolean} */ held) => root.toggleAttribute('disabled', held),
    };
    return form;
  }

  // --- The question a bank would ask

  /** @returns {Promise<'complete' | 'fail'>} */
  function askBank() {
    loadStyles();
    const complete = make('button', { type: 'button' }, 'Complete');
    const fail = make('button', { type: 'button' }, 'Fail');
    const heading = make('h2', { id: 'sandbox-bank-heading' }, 'Test bank');
    const text = make('p', {}, 'A real bank would ask here whether it is you. Choose how the authentication ends.');
    const dialog = make(
      'dialog',
      { class: 'sandbox-bank', 'aria-labelledby': heading.id },
      heading,
      text,
      complete,
      fail,
    );
    document.body.append(dialog);
    return new Promise((resolve) => {
      const end = (/** @type {'complete' | 'fail'} */ outcome) => {
        dialog.remove();
        resolve(outcome);
      };
      complete.addEventListener('click', () => end('complete'));
      fail.addEventListener('click', () => end('fail'));
      dialog.addEventListener('cancel', () => end('fail'));
      dialog.showModal();
    });
  }

  // --- The interface

  /** @param {string} publishableKey */
  function Stripe(publishableKey) {
    /** @param {IntentKind} kind @param {string} clientSecret @param {string} action @param {Record<string, string>} [body] */
    async function call(kind, clientSecret, action, body) {
      const [id] = clientSecret.split('_secret_');
      const url = new URL(`stripe/v1/${kind}s/${id}${action}`, base);
      const params = new URLSearchParams({ key: publishableKey, client_secret: clientSecret, ...body });
      if (!body) url.search = params.toString();
      try {
        const response = await fetch(url, body ? { method: 'POST', body: params } : {});
        const answer = await response.json();
        if (response.ok) return { intent: answer };
        return {
          error: answer.error ?? { type: 'api_error', message: 'The payment could not be made. Please try again.' },
        };
      } catch {
        const message = 'The payment service could not be reached. Please check your connection and try again.';
        return { error: { type: 'api_connection_error', message } };
      }
    }

    /** @param {IntentKind} kind @param {Confirmation} confirmation */
    async function confirm(kind, { elements, clientSecret = elements?.clientSecret, redirect }) {
      const form = elements?.form;
      if (!form || !clientSecret) throw new Error('The sandbox needs mounted elements and a client secret.');
      if (redirect !== 'if_required') throw new Error("The sandbox knows redirect: 'if_required' only.");
      const fault = form.check();
      if (fault) return { error: fault };
      form.hold(true);
      try {
        const card = Object.entries(form.card()).map(([name, value]) => [`payment_method_data[card][${name}]`, value]);
        const confirmed = await call(kind, clientSecret, '/confirm', Object.fromEntries(card));
        if (confirmed.intent?.status !== 'requires_action') return confirmed;
        return await call(kind, clientSecret, '/authenticate', { outcome: await askBank() });
      } finally {
        form.hold(false);
      }
    }

    const paymentOf = (/** @type {{ intent?: unknown, error?: unknown }} */ { intent, error }) =>
      error ? { error } : { paymentIntent: intent };
    const setupOf = (/** @type {{ intent?: unknown, error?: unknown }} */ { intent, error }) =>
      error ? { error } : { setupIntent: intent };
    const notHere = async () => ({
      error: { type: 'invalid_request_error', message: 'The sandbox has no such call.' },
    });

    return {
      elements({ clientSecret = '' } = {}) {
        /** @type {CardForm | null} */
        let form = null;
        const elements = {
          get clientSecret() {
            return clientSecret;
          },
          get form() {
            return form;
          },
          create(/** @type {string} */ type) {
            if (type !== 'payment') throw new Error(`The sandbox has no ${type} element.`);
            form = createCardForm();
            return form;
          },
          getElement: (/** @type {string} */ type) => (type === 'payment' ? form : null),
          update(/** @type {{ clientSecret?: string }} */ changes) {
            clientSecret = changes.clientSecret ?? clientSecret;
          },
          fetchUpdates: async () => ({}),
          async submit() {
            const fault = form?.check();
            return fault ? { error: fault } : { selectedPaymentMethod: 'card' };
          },
          on: () => elements,
          off: () => elements,
        };
        return elements;
      },
      confirmPayment: async (/** @type {Confirmation} */ confirmation) =>
        paymentOf(await confirm('payment_intent', confirmation)),
      confirmSetup: async (/** @type {Confirmation} */ confirmation) =>
        setupOf(await confirm('setup_intent', confirmation)),
      retrievePaymentIntent: async (/** @type {string} */ clientSecret) =>
        paymentOf(await call('payment_intent', clientSecret, '')),
      retrieveSetupIntent: async (/** @type {string} */ clientSecret) =>
        setupOf(await call('setup_intent', clientSecret, '')),
      // The React bindings know a Stripe object by these.
      createToken: notHere,
      createPaymentMethod: notHere,
      confirmCardPayment: notHere,
    };
  }

  Stripe.version = 'endive';
  Object.assign(window, { Stripe });
})();

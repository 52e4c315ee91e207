// @ts-check
// The sandbox's card form and its authentication dialog. Both are part of the page and use its styles.
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a classic script keeps its names inside one function
(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  window.sandboxBase = new URL('.', script.src);

  /**
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {Record<string, string>} attributes
   * @param {(Node | string)[]} children
   */
  function make(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  function loadStyles() {
    const { href } = new URL('stripe.css', window.sandboxBase);
    if (!document.querySelector(`link[href="${href}"]`))
      document.head.append(make('link', { rel: 'stylesheet', href }));
  }

  const number = {
    label: 'Card number',
    autocomplete: 'cc-number',
    placeholder: '1234 1234 1234 1234',
    minDigits: 12,
    maxDigits: 19,
    incompleteMessage: 'Your card number is incomplete.',
    spaced: (/** @type {string} */ digits) => digits.replace(/(\d{4})(?=\d)/g, '$1 '),
  };
  const expiry = {
    label: 'Expiry',
    autocomplete: 'cc-exp',
    placeholder: 'MM / YY',
    minDigits: 4,
    maxDigits: 4,
    incompleteMessage: "Your card's expiration date is incomplete.",
    spaced: (/** @type {string} */ digits) => digits.replace(/^(\d{2})(?=\d)/, '$1 / '),
  };
  const cvc = {
    label: 'CVC',
    autocomplete: 'cc-csc',
    placeholder: '123',
    minDigits: 3,
    maxDigits: 4,
    incompleteMessage: "Your card's security code is incomplete.",
    spaced: (/** @type {string} */ digits) => digits,
  };

  let fieldsMade = 0;

  /** @param {string} name @param {typeof number} kind */
  function createField(name, { label, autocomplete, placeholder, minDigits, maxDigits, incompleteMessage, spaced }) {
    fieldsMade += 1;
    const id = `sandbox-card-${name}-${fieldsMade}`;
    const describedBy = { 'aria-describedby': `${id}-error` };
    const input = make('input', { id, type: 'text', inputmode: 'numeric', autocomplete, placeholder, ...describedBy });
    const error = make('p', { id: `${id}-error`, class: 'sandbox-card-error', 'aria-live': 'polite' });
    const digits = () => input.value.replace(/\D/g, '');
    const show = (/** @type {string} */ message) => {
      error.textContent = message;
      input.setAttribute('aria-invalid', String(message !== ''));
    };
    input.addEventListener('input', () => {
      if (input.selectionStart === input.value.length) input.value = spaced(digits().slice(0, maxDigits));
      show('');
    });
    const isComplete = () => digits().length >= minDigits;
    return {
      name,
      input,
      digits,
      isComplete,
      incompleteMessage,
      block: make('div', { class: `sandbox-card-${name}` }, make('label', { for: id }, label), input, error),
      mark: () => show(isComplete() ? '' : incompleteMessage),
    };
  }

  const cardNumber = (/** @type {string} */ digits) => make('strong', {}, digits.replaceAll(' ', '\u00a0'));

  const note = () =>
    make(
      'p',
      { class: 'sandbox-card-note' },
      'Test mode: no money moves. Use any future date, any CVC, and one of these cards: ',
      cardNumber('4242 4242 4242 4242'),
      ' pays, ',
      cardNumber('4000 0000 0000 0002'),
      ' is declined, ',
      cardNumber('4000 0025 0000 3155'),
      ' requires authentication.',
    );

  /** @returns {CardForm} */
  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: builds one form, field by field
  function createCardForm() {
    const parts = {
      number: createField('number', number),
      expiry: createField('expiry', expiry),
      cvc: createField('cvc', cvc),
    };
    const fields = Object.values(parts);
    const blocks = fields.map(({ block }) => block);
    const root = make('fieldset', { class: 'sandbox-card' }, make('legend', {}, 'Card details'), note(), ...blocks);

    /** @type {Map<string, Set<(event: object) => void>>} */
    const listeners = new Map();
    let isReady = false;
    const emit = (/** @type {string} */ name, /** @type {object} */ event = {}) => {
      for (const listener of listeners.get(name) ?? []) listener({ elementType: 'payment', ...event });
    };
    root.addEventListener('input', () => {
      const complete = fields.every((field) => field.isComplete());
      const empty = fields.every((field) => field.digits() === '');
      emit('change', { complete, empty, collapsed: false, value: { type: 'card' } });
    });
    root.addEventListener('focusin', () => emit('focus'));
    root.addEventListener('focusout', () => emit('blur'));

    /** @type {CardForm} */
    const form = {
      mount(target) {
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
      blur: () => fields.find(({ input }) => input === document.activeElement)?.input.blur(),
      clear() {
        for (const { input } of fields) input.value = '';
      },
      on(name, listener) {
        listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
        if (name === 'ready' && isReady) listener({ elementType: 'payment' });
        return form;
      },
      off(name, listener) {
        listeners.get(name)?.delete(listener);
        return form;
      },
      check() {
        for (const field of fields) field.mark();
        const first = fields.find((field) => !field.isComplete());
        first?.input.focus();
        return first
          ? { type: 'validation_error', code: `incomplete_${first.name}`, message: first.incompleteMessage }
          : null;
      },
      card: () => ({
        number: parts.number.digits(),
        exp_month: parts.expiry.digits().slice(0, 2),
        exp_year: `20${parts.expiry.digits().slice(2)}`,
        cvc: parts.cvc.digits(),
      }),
      setDisabled: (isDisabled) => root.toggleAttribute('disabled', isDisabled),
    };
    return form;
  }

  /** @returns {Promise<'complete' | 'fail'>} */
  function askForAuthentication() {
    loadStyles();
    const heading = make('h2', { id: 'sandbox-bank-heading' }, 'Test bank');
    const text = make(
      'p',
      {},
      'A real bank would ask you here to confirm that it is you. Choose how the authentication ends.',
    );
    const complete = make('button', { type: 'button' }, 'Complete');
    const fail = make('button', { type: 'button' }, 'Fail');
    const named = { class: 'sandbox-bank', 'aria-labelledby': heading.id };
    const dialog = make('dialog', named, heading, text, complete, fail);
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

  window.sandboxForms = { createCardForm, askForAuthentication };
})();

// Types shared by the sandbox's two scripts: the card form with its authentication dialog, and the Stripe.js interface.

interface CardFault {
  type: 'validation_error';
  code: string;
  message: string;
}

/** The part of Stripe's payment element that the React bindings use, and the part our script needs. */
interface CardForm {
  mount(target: string | Element): void;
  unmount(): void;
  destroy(): void;
  update(): void;
  collapse(): void;
  focus(): void;
  blur(): void;
  clear(): void;
  on(name: string, listener: (event: object) => void): CardForm;
  off(name: string, listener: (event: object) => void): CardForm;
  /** Marks every incomplete field and returns the first one's error. */
  check(): CardFault | null;
  /** The fields by Stripe's parameter names. */
  card(): Record<string, string>;
  /** Disables the form while a request is running, so that the card can't change. */
  setDisabled(isDisabled: boolean): void;
}

interface Window {
  sandboxForms: {
    createCardForm(): CardForm;
    askForAuthentication(): Promise<'complete' | 'fail'>;
  };
  /** The URL this script was loaded from. */
  sandboxBase: URL;
}

/** A script as text, for its tests. */
declare module '*.js?raw' {
  const source: string;
  export default source;
}

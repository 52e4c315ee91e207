// What the sandbox's two scripts share: the card form and the bank's question on one side, the interface on the other.

interface CardFault {
  type: 'validation_error';
  code: string;
  message: string;
}

/** The part of the processor's payment element that its React bindings use, and what the interface asks of it. */
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
  /** Marks every field that is not complete, and answers the first. */
  check(): CardFault | null;
  /** The fields by the processor's names. */
  card(): Record<string, string>;
  /** While the sandbox answers, the card must not change under it. */
  hold(held: boolean): void;
}

interface Window {
  sandboxForms: {
    createCardForm(): CardForm;
    askBank(): Promise<'complete' | 'fail'>;
  };
  /** Where this script was loaded from. */
  sandboxBase: URL;
}

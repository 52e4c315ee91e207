// A refusal is an expected failure. Anything else that is thrown is a fault and is answered with a bare 500.
import type { EditConflict, FailingPart } from '@remembrance/contract/problem.ts';
import { type RefusalCode, refusals } from '@remembrance/contract/refusals.ts';

export interface RefusalExtras {
  /** Replaces the message of refusals.ts if it must name something (a plan, a file, a time). */
  detail?: string | undefined;
  /** The message for each refused field, by its name in the body. */
  fields?: Record<string, string>;
  /** When a paused action may be tried again; also sent as Retry-After. */
  retryAt?: Date;
  /** When the vault in question was released. */
  releasedAt?: Date;
  /** The parts of the service that do not work. */
  failing?: FailingPart[];
  /** Both versions of a refused edit. */
  conflict?: EditConflict;
}

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly extras: RefusalExtras;

  constructor(code: RefusalCode, extras: RefusalExtras = {}) {
    super(extras.detail ?? refusals[code].detail);
    this.name = 'Refusal';
    this.code = code;
    this.extras = extras;
  }
}

export function refuse(code: RefusalCode, extras: RefusalExtras = {}): never {
  throw new Refusal(code, extras);
}

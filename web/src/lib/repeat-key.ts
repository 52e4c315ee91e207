// The idempotency key of a call. It stays the same until any response arrives, so that a call whose response was lost takes
// effect once. The next call has a new key.
import { CallError, noAnswer } from './call.ts';

export interface RepeatKey {
  during<Answer>(send: (key: string) => Promise<Answer>): Promise<Answer>;
}

export function createRepeatKey(): RepeatKey {
  let key: string | undefined;
  return {
    async during(send) {
      key ??= randomKey();
      try {
        const answer = await send(key);
        key = undefined;
        return answer;
      } catch (error) {
        if (!isUnanswered(error)) key = undefined;
        throw error;
      }
    },
  };
}

/** After a server fault, too, the call may have taken effect. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof CallError && (error.status === noAnswer || error.status >= 500);

// Not randomUUID, which is available over https only.
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

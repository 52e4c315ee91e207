// A call's idempotency key. It stays the same until any response arrives, so that a call whose response was lost takes effect once. The
// next call has a new key. Another page can restore a saved key for the same call.
import { CallError, noAnswer } from './call.ts';

export function createRepeatKey() {
  let key: string | undefined;
  const end = () => {
    key = undefined;
  };
  /** The next call's key. */
  const current = () => {
    key ??= randomKey();
    return key;
  };
  return {
    current,
    restore(saved: string) {
      key = saved;
    },
    async during<Answer>(send: (key: string) => Promise<Answer>): Promise<Answer> {
      try {
        const answer = await send(current());
        end();
        return answer;
      } catch (error) {
        if (!isUnanswered(error)) end();
        throw error;
      }
    },
  };
}

/** After a server error, too, the call may have taken effect. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof CallError && (error.status === noAnswer || error.status >= 500);

// Not randomUUID, which is only available over https.
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

// The key of a call that is sent again where its answer was lost, so that the service does it once. It stays the same until
// there is an answer, whatever that is; the next call then has another.
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

/** A fault on the way, too, may have come after the deed. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof CallError && (error.status === noAnswer || error.status >= 500);

// Not randomUUID: that is only there over https.
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

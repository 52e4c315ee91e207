// Says how many more answers there may be before the questions rest, and what helps. Shown from the third wrong answer on.
import type { TriesLeft } from '@remembrance/contract/access-state.ts';
import { Notice } from '../ui/notice.tsx';

export function TriesLeftNotice({ left }: { left: TriesLeft | undefined }) {
  if (!left) return null;
  const { tries, pauseMinutes } = left;
  return (
    <Notice title={`${tries === 1 ? '1 more try' : `${tries} more tries`}, then ${whatFollows(pauseMinutes)}.`}>
      Try it without a “the” or “my”, or with the full name, or in the word the two of you used. Nothing is lost, and
      there is no hurry.
    </Notice>
  );
}

function whatFollows(pauseMinutes: number | null): string {
  if (pauseMinutes === null) return 'the questions close until somebody opens them again';
  return pauseMinutes >= 24 * 60 ? 'a rest of a day' : `a rest of ${pauseMinutes} minutes`;
}

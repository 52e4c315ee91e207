// A page with the fault that our screens must not have, and a simulation of a browser's translation.
import { screen } from '@testing-library/react';
import { useState } from 'react';

/** Bare text next to an element that appears later: after a translation, the first click fails. */
export function LooseText({ onRender }: { onRender?: () => void }) {
  const [presses, setPresses] = useState(0);
  onRender?.();
  return (
    <button type="button" onClick={() => setPresses(presses + 1)}>
      {presses > 0 && <b>{presses}</b>}
      Press
    </button>
  );
}

export function translateLooseText(): void {
  const translated = Object.assign(document.createElement('font'), { textContent: 'Drücken' });
  screen.getByText('Press').firstChild?.replaceWith(translated);
}

// Which parts of the edit form are open: at first the first one, the one in the address and those that a draft changed, then those the
// owner opens, and any part with an error.
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { inPlace } from '../../../ui/in-place.ts';
import { type EditPart, isEditPart } from './edit-parts.ts';

export type OpenParts = ReturnType<typeof useOpenParts>;

export function useOpenParts(changed: readonly EditPart[]) {
  const [opened, setOpened] = useState<ReadonlySet<EditPart>>(() => new Set(['details', ...changed, ...namedPart()]));
  useEffect(() => {
    const [named] = namedPart();
    if (named) document.getElementById(named)?.scrollIntoView();
  }, []);
  const add = (parts: readonly EditPart[]) => setOpened((before) => new Set([...before, ...parts]));
  return {
    isOpen: (part: EditPart) => opened.has(part),
    toggle(part: EditPart) {
      const left = [...opened].filter((other) => other !== part);
      inPlace(() => setOpened(new Set(opened.has(part) ? left : [...left, part])));
    },
    /** Opens the parts synchronously, so that a field in them can take the focus. */
    open: (parts: readonly EditPart[]) => flushSync(() => add(parts)),
  };
}

function namedPart(): EditPart[] {
  const name = window.location.hash.slice(1);
  return isEditPart(name) ? [name] : [];
}

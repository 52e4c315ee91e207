// Ties the form to its draft: what was left here before is where the form starts, and what is typed is kept as it is typed.
import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ChosenFile } from '../../files/choose-files.ts';
import { hasSignedOut, onSignOutElsewhere } from '../../sessions/forget-on-sign-out.ts';
import { browserStore, clearDraft, keepDraft, readDraft } from './draft.ts';
import { forgetWork, heldWork, holdWork } from './unsent-work.ts';
import { emptyVaultForm, type NewVault, type VaultForm } from './vault-form.ts';

const keepAfterMilliseconds = 400;

interface Start {
  text: Omit<VaultForm, 'planType'>;
  files: readonly ChosenFile[];
  /** Set where only the text was kept, and since when. */
  textKeptAt: Date | undefined;
  /** Whether the form starts from something that could be lost. */
  isResumed: boolean;
}

export function useStart(ownerId: string): Start {
  const [start] = useState(() => {
    const draft = readDraft(browserStore(), ownerId, new Date());
    const work = heldWork(ownerId);
    return {
      text: { ...emptyVaultForm, ...draft?.text, ...work?.answers },
      files: work?.files ?? [],
      textKeptAt: draft && !work ? new Date(draft.savedAt) : undefined,
      isResumed: Boolean(draft ?? work),
    };
  });
  return start;
}

type Form = Pick<UseFormReturn<VaultForm, unknown, NewVault>, 'subscribe' | 'getValues'>;

/** Keeps the work until it is sent or given up; answers the way to let go of it. */
export function useKeptDraft({ subscribe, getValues }: Form, files: readonly ChosenFile[], ownerId: string) {
  const isOver = useRef(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      if (!isOver.current && !hasSignedOut()) keepDraft(browserStore(), ownerId, getValues(), new Date());
    };
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(keep, keepAfterMilliseconds);
      },
    });
    const stopListening = onSignOutElsewhere(() => {
      clearTimeout(timer);
      isOver.current = true;
    });
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keep);
    return () => {
      keep();
      unsubscribe();
      stopListening();
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keep);
    };
  }, [subscribe, getValues, ownerId]);

  useEffect(
    () => () => {
      const { securityAnswer1, securityAnswer2 } = getValues();
      if (!isOver.current) holdWork(ownerId, { answers: { securityAnswer1, securityAnswer2 }, files });
    },
    [files, getValues, ownerId],
  );

  return function letGo(keepsText = false) {
    isOver.current = true;
    forgetWork();
    if (keepsText) keepDraft(browserStore(), ownerId, getValues(), new Date());
    else clearDraft(browserStore(), ownerId);
  };
}

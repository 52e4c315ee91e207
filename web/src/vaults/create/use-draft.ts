// Connects the form to its draft: the form starts from the saved draft, and changes are saved as they are typed.
import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ChosenFile } from '../../files/choose-files.ts';
import { hasSignedOut, onSignOutElsewhere } from '../../sessions/forget-on-sign-out.ts';
import { creationKey } from './creation-key.ts';
import { browserStore, clearDraft, type DraftText, readDraft, saveDraft } from './draft.ts';
import { forgetOwnDraft } from './own-draft.ts';
import { clearUnsentWork, readUnsentWork, storeUnsentWork } from './unsent-work.ts';
import { emptyVaultForm, type NewVault, type VaultForm } from './vault-form.ts';

const saveDelayMilliseconds = 400;

interface InitialValues {
  text: Omit<VaultForm, 'planType'>;
  files: readonly ChosenFile[];
  /** When the text was saved, if the answers and files are lost. */
  textSavedAt: Date | undefined;
  /** Whether the form starts from earlier work. */
  isResumed: boolean;
}

export function useInitialValues(draftId: string): InitialValues {
  const [start] = useState(() => {
    const draft = readDraft(browserStore(), draftId, new Date());
    const work = readUnsentWork(draftId);
    if (draft?.repeatKey) creationKey.restore(draft.repeatKey);
    return {
      text: { ...emptyVaultForm, ...draft?.text, ...work?.answers },
      files: work?.files ?? [],
      textSavedAt: draft && !work ? new Date(draft.savedAt) : undefined,
      isResumed: Boolean(draft ?? work),
    };
  });
  return start;
}

type Form = Pick<UseFormReturn<VaultForm, unknown, NewVault>, 'subscribe' | 'getValues'>;

/** Saves the draft until it is submitted or discarded. Returns what saves it at once, and what ends it. */
export function useSavedDraft({ subscribe, getValues }: Form, files: readonly ChosenFile[], draftId: string) {
  const isFinished = useRef(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      clearTimeout(timer);
      if (!isFinished.current && !hasSignedOut()) storeText(draftId, getValues());
    };
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(save, saveDelayMilliseconds);
      },
    });
    const stopListening = onSignOutElsewhere(() => {
      clearTimeout(timer);
      isFinished.current = true;
    });
    window.addEventListener('pagehide', save);
    document.addEventListener('visibilitychange', save);
    return () => {
      save();
      unsubscribe();
      stopListening();
      window.removeEventListener('pagehide', save);
      document.removeEventListener('visibilitychange', save);
    };
  }, [subscribe, getValues, draftId]);

  useEffect(
    () => () => {
      const { securityAnswer1, securityAnswer2 } = getValues();
      if (!isFinished.current) storeUnsentWork(draftId, { answers: { securityAnswer1, securityAnswer2 }, files });
    },
    [files, getValues, draftId],
  );

  return {
    /** Around a vault that is sent, so that its key outlives this page. */
    saveNow() {
      if (!isFinished.current && !hasSignedOut()) storeText(draftId, getValues());
    },
    endText({ savesDraft }: { savesDraft: boolean }) {
      isFinished.current = true;
      clearUnsentWork();
      if (savesDraft) storeText(draftId, getValues());
      else {
        clearDraft(browserStore(), draftId);
        forgetOwnDraft();
      }
    },
  };
}

const storeText = (draftId: string, values: DraftText): void =>
  saveDraft(browserStore(), { draftId, values, repeatKey: creationKey.current() }, new Date());

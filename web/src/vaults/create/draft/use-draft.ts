// Connects the form to its draft: the form starts from the saved draft, and changes are saved as they are typed.
import { useEffect, useRef, useState } from 'react';
import type { ChosenFile } from '../../files/upload/choose-files.ts';
import { browserStore } from '../../form/sealed-drafts.ts';
import { useAutosave } from '../../form/use-autosave.ts';
import { clearDraft, creationKey, type DraftCaptions, type DraftText, readDraft, saveDraft } from './draft.ts';
import { sameFileKey } from './draft-files.ts';
import { forgetOwnDraft } from './own-draft.ts';
import { clearUnsentWork, readUnsentWork, storeUnsentWork } from './unsent-work.ts';
import { type CreateForm, emptyVaultForm } from './vault-form.ts';

export function useInitialValues(draftId: string) {
  const [start] = useState(() => {
    const draft = readDraft(browserStore(), draftId, new Date());
    const work = readUnsentWork(draftId);
    if (draft?.repeatKey) creationKey.restore(draft.repeatKey);
    return {
      text: { ...emptyVaultForm, ...draft?.text, ...work?.answers },
      files: work?.files ?? [],
      captions: draft?.captions ?? {},
      /** When the text was saved, if the answers and files are lost. */
      textSavedAt: draft && !work ? new Date(draft.savedAt) : undefined,
      /** Whether the form starts from earlier work. */
      isResumed: Boolean(draft ?? work),
    };
  });
  return start;
}

interface DraftContent {
  draftId: string;
  files: readonly ChosenFile[];
  /** As JSON, which shows whether they have changed. */
  captions: string;
}

type Form = Pick<CreateForm, 'subscribe' | 'getValues'>;

/** Saves the draft until it is submitted or discarded. Returns functions to save it now and to end it. */
export function useSavedDraft(form: Form, { draftId, files, captions }: DraftContent) {
  const { getValues } = form;
  const written = useRef<DraftCaptions>({});
  const { saveNow, isFinished } = useAutosave(form, () => storeText(draftId, getValues(), written.current));
  useEffect(() => {
    written.current = JSON.parse(captions) as DraftCaptions;
    saveNow();
  }, [captions, saveNow]);
  useEffect(
    () => () => {
      const { securityAnswer1, securityAnswer2 } = getValues();
      if (!isFinished.current) storeUnsentWork(draftId, { answers: { securityAnswer1, securityAnswer2 }, files });
    },
    [files, getValues, draftId, isFinished],
  );

  return {
    /** Called around sending a vault, so that its key outlives this page. */
    saveNow,
    endText({ savesDraft }: { savesDraft: boolean }) {
      isFinished.current = true;
      clearUnsentWork();
      if (savesDraft) storeText(draftId, getValues(), written.current);
      else {
        clearDraft(browserStore(), draftId);
        forgetOwnDraft();
      }
    },
  };
}

export const captionsOf = (files: readonly ChosenFile[]): DraftCaptions =>
  Object.fromEntries(files.flatMap(({ file, caption }) => (caption ? [[sameFileKey(file), caption]] : [])));

const storeText = (draftId: string, values: DraftText, captions: DraftCaptions): void =>
  saveDraft(browserStore(), { draftId, values, captions, repeatKey: creationKey.current() }, new Date());

// The files of a new vault: recordings made here and files from the device.
import { filesPerVault } from '@remembrance/contract/limits.ts';
import { isRecording } from '@remembrance/contract/recordings.ts';
import { type RefObject, useEffect, useState } from 'react';
import { firstSign } from '../../../lib/browser/first-sign.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { draftDays } from '../../../people/sessions/forget-on-sign-out.ts';
import { Skeleton } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { asPart } from '../../../ui/page/page-part.tsx';
import { Section } from '../../../ui/section.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Recorder } from '../../files/recorder/recorder.tsx';
import { chooseFiles } from '../../files/upload/choose-files.ts';
import { FileDrop, RefusedFiles } from '../../files/upload/file-drop.tsx';
import { keepPiecesOf } from '../draft/draft-recordings.ts';
import type { useDraftFiles } from '../draft/use-draft-files.ts';

/** It loads while the owner writes. */
const ChosenFileList = lazyComponent(() => import('../../files/chosen-file-list.tsx'));
const Chosen = asPart(ChosenFileList, <Skeleton className="h-20" />);

interface ContentsSectionProps {
  /** The button that opens the device's file picker. */
  chooseButton: RefObject<HTMLButtonElement | null>;
  draftId: string;
  draftFiles: Pick<ReturnType<typeof useDraftFiles>, 'files' | 'setFiles' | 'unsaved' | 'recovered'>;
}

export default function ContentsSection({ chooseButton, draftId, draftFiles }: ContentsSectionProps) {
  const { files, setFiles: onChange, unsaved, recovered } = draftFiles;
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const isFull = files.length >= filesPerVault;
  useEffect(() => void firstSign.then(ChosenFileList.load).catch(() => {}), []);

  function add(added: readonly File[], unreadable: readonly string[] = []) {
    const choice = chooseFiles(files, added);
    onChange(choice.files);
    setRefusals([...unreadable, ...choice.refusals]);
    return choice.refusals.length === 0;
  }
  function addRecording(recording: File) {
    const isAdded = add([recording]);
    if (isAdded) toast({ title: 'Recording Added', description: 'It is in the list of files.' });
    return isAdded;
  }
  function addCopy(key: string, copy: File) {
    const [chosen] = chooseFiles([], [copy], files.length).files;
    const place = files.findIndex((file) => file.key === key) + 1;
    if (chosen) onChange([...files.slice(0, place), chosen, ...files.slice(place)]);
  }
  const writeCaption = (key: string, caption: string) =>
    onChange(files.map((file) => (file.key === key ? { ...file, caption } : file)));
  const replace = (key: string, file: File) =>
    onChange(files.map((chosen) => (chosen.key === key ? { ...chosen, file } : chosen)));
  function remove(key: string) {
    onChange(files.filter((chosen) => chosen.key !== key));
    setRefusals([]);
  }
  return (
    <Section title="Vault contents" hint={`${files.length} of ${filesPerVault} files.`}>
      {recovered.length > 0 && (
        <Notice title="Your recording is still here" isAnnounced>
          The page was closed before you added it. Its last seconds may be missing.
        </Notice>
      )}
      <Recorder onRecorded={addRecording} isDisabled={isFull} keepPieces={keepPiecesOf(draftId)} />
      <FileDrop isFull={isFull} onFiles={add} buttonRef={chooseButton} />
      <RefusedFiles refusals={refusals} />
      {files.length > 0 && <SavedFilesHint unsaved={unsaved} />}
      {files.length > 0 && (
        <Chosen
          files={files}
          onCaption={writeCaption}
          onRemove={remove}
          onCopy={isFull ? undefined : addCopy}
          onReplace={replace}
          onEmptied={() => chooseButton.current?.focus()}
        />
      )}
    </Section>
  );
}

function SavedFilesHint({ unsaved }: Pick<ContentsSectionProps['draftFiles'], 'unsaved'>) {
  return (
    <p className="text-muted text-sm" role="status">
      {unsaved
        ? copyHint(unsaved.map(({ name }) => (isRecording(name) ? 'the recording' : `“${name}”`)).join(', '))
        : storingHint}
    </p>
  );
}

/** As many lines as the text that replaces it, so that no row moves under a finger. */
const storingHint = 'This browser is storing a copy. Please keep this page open.';
const copyHint = (unsavedNames: string): string =>
  unsavedNames
    ? `This browser could not store a copy of ${unsavedNames}. Please leave this page open until you have kept the vault.`
    : `This browser stores a copy until you keep the vault or log out, for at most ${draftDays} days.`;

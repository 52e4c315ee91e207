// The files of a new vault: recordings made here and files from the device.
import { filesPerVault } from '@remembrance/contract/limits.ts';
import { useRef, useState } from 'react';
import { type ChosenFile, chooseFiles } from '../../files/choose-files.ts';
import { ChosenFileList } from '../../files/chosen-file-list.tsx';
import { FileDrop } from '../../files/file-drop.tsx';
import { Recorder } from '../../files/recorder/recorder.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.tsx';

interface ContentsSectionProps {
  files: readonly ChosenFile[];
  onChange: (files: readonly ChosenFile[]) => void;
}

export function ContentsSection({ files, onChange }: ContentsSectionProps) {
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const isFull = files.length >= filesPerVault;

  function add(added: readonly File[]) {
    const choice = chooseFiles(files, added);
    onChange(choice.files);
    setRefusals(choice.refusals);
    return choice.refusals.length === 0;
  }
  function addRecording(recording: File) {
    const isAdded = add([recording]);
    if (isAdded) toast({ title: 'Recording Added', description: recording.name });
    return isAdded;
  }
  function remove(key: string) {
    onChange(files.filter((chosen) => chosen.key !== key));
    setRefusals([]);
  }
  return (
    <Section title="Vault contents" hint={`${files.length} of ${filesPerVault} files.`}>
      <Recorder onRecorded={addRecording} isDisabled={isFull} />
      <FileDrop onFiles={add} buttonRef={chooseButton} />
      {refusals.length > 0 && (
        <Notice variant="danger" isAnnounced>
          <ul className="grid gap-1">
            {refusals.map((refusal) => (
              <li key={refusal}>{refusal}</li>
            ))}
          </ul>
        </Notice>
      )}
      {files.length > 0 && (
        <ChosenFileList files={files} onRemove={remove} onEmptied={() => chooseButton.current?.focus()} />
      )}
    </Section>
  );
}

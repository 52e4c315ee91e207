// The four parts of the edit form with their fields. The form element contains the first two; the other fields refer to it by id, because
// adding an executor needs its own form.
import { filesPerVault } from '@remembrance/contract/limits.ts';
import type { FormEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { fieldOf } from '../../../lib/form.ts';
import { AsWritten } from '../../../ui/as-written.tsx';
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx';
import { FoldingSection, type FoldingSectionProps } from '../../../ui/folding-section.tsx';
import { ExecutorList } from '../../executors/executor-list.tsx';
import { useExecutors } from '../../executors/use-executors.ts';
import { EditedFileList } from '../../files/edited-file-list.tsx';
import { fileTitles } from '../../files/edited-files.ts';
import type { EditedFiles } from '../../files/use-edited-files.ts';
import { RecipientFields } from '../../form/recipient-fields.tsx';
import { useQuestions } from '../../status/use-vault.ts';
import { textOf } from '../state/edit-form.ts';
import type { EditInput, EditState } from '../state/use-edit-state.ts';
import { detailsSummary, type EditPart, executorSummary, filesSummary, questionsSummary } from './edit-parts.ts';
import { QuestionsFields } from './questions-fields.tsx';
import { ReleaseDateField } from './release-date.tsx';
import type { OpenParts } from './use-open-parts.ts';

interface EditPartsProps {
  input: EditInput;
  state: EditState;
  edited: EditedFiles;
  parts: OpenParts;
  formId: string;
  onSave: (event: FormEvent) => void;
  onTry: () => void;
}

export function EditPartsFields({ input, state, edited, parts, formId, onSave, onTry }: EditPartsProps) {
  const { vault, hasExecutor } = input;
  const { form, base } = state;
  const { data: questions = [] } = useQuestions(vault.id);
  const { data: executors = [] } = useExecutors(vault.id);
  const values = form.getValues();
  const text = textOf(values, base.current.text);
  const foldOf = (part: EditPart) => ({ part, isFolded: !parts.isOpen(part), onToggle: () => parts.toggle(part) });
  return (
    <>
      <form id={formId} noValidate method="post" onSubmit={onSave}>
        <Part {...foldOf('details')} title="Vault details and recipient" summary={detailsSummary(text)}>
          <DetailsFields form={form} vault={vault} />
        </Part>
        <Part
          {...foldOf('questions')}
          title="Security verification"
          summary={questionsSummary(values.questions.length > 0 ? values.questions : questions)}
          hint={
            <>
              <span>What </span>
              <AsWritten>{vault.recipientName}</AsWritten>
              <span> is asked. We store the answers so that nobody can read them, not even you.</span>
            </>
          }
        >
          <QuestionsFields vault={vault} form={form} onTry={onTry} />
        </Part>
      </form>
      <Part
        {...foldOf('executor')}
        title="Trusted executor and date"
        summary={executorSummary(executors, text)}
        hint="Changes to executors take effect immediately and use no edit. The release date changes when you press Save."
      >
        <ExecutorList vault={vault} isReleased={false} hasCodes={vault.paymentStatus !== 'unpaid'} />
        <div className="border-line border-t pt-5">
          <ReleaseDateField
            form={form}
            before={base.current.text.scheduledReleaseDate}
            hasExecutor={hasExecutor}
            formId={formId}
          />
        </div>
      </Part>
      <Part
        {...foldOf('files')}
        title="Vault contents"
        summary={filesSummary(fileTitles(edited.files))}
        hint={`${edited.files.length} of ${filesPerVault} files, in the order that the recipient sees. Nothing changes until you save.`}
      >
        <EditedFileList edited={edited} formId={formId} />
      </Part>
    </>
  );
}

type PartProps = Omit<FoldingSectionProps, 'isOneColumn' | 'canFold'> & { part: EditPart };

const Part = ({ part, ...section }: PartProps) => (
  <div id={part}>
    <FoldingSection {...section} isOneColumn />
  </div>
);

function DetailsFields({ form, vault }: Pick<EditState, 'form'> & Pick<EditInput, 'vault'>) {
  return (
    <>
      <TextField label="Vault title" {...fieldOf(form, 'title')} />
      <TextArea label="Personal message" isOptional rows={9} {...fieldOf(form, 'message')} />
      <RecipientFields name={fieldOf(form, 'recipientName')} email={fieldOf(form, 'recipientEmail')} />
      <SecondAddressGoes form={form} vault={vault} />
    </>
  );
}

/** The service removes it with the first address: it may belong to the previous recipient. */
function SecondAddressGoes({ form, vault }: Pick<EditState, 'form'> & Pick<EditInput, 'vault'>) {
  const email = useWatch({ control: form.control, name: 'recipientEmail' });
  const isKept = !vault.recipientSecondEmail || email.trim() === vault.recipientEmail;
  return (
    <p aria-live="polite" className="text-muted text-sm empty:hidden">
      {!isKept && (
        <>
          <span>Saving this also removes the second address </span>
          <AsWritten>{vault.recipientSecondEmail}</AsWritten>
          <span>, which may be somebody else’s. You can add one again on the page of the vault.</span>
        </>
      )}
    </p>
  );
}

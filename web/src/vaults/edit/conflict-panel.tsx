// Shown when the vault was changed elsewhere while it was edited here: both versions side by side, with a choice for each field.
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { longDate } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/fields/choice.tsx';
import { type Choice, type ConflictRow, type FieldName, mergedText } from './state/conflict-rules.ts';
import { type EditText, editTextLabels } from './state/edit-form.ts';

interface ConflictPanelProps {
  stored: EditText;
  rows: readonly ConflictRow[];
  isBusy: boolean;
  onSave: (text: EditText) => void;
  onEdit: (text: EditText) => void;
}

export function ConflictPanel({ stored, rows, isBusy, onSave, onEdit }: ConflictPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { register, getValues } = useForm<Partial<Record<FieldName, Choice>>>({
    defaultValues: Object.fromEntries(rows.map(({ name, suggested }) => [name, suggested])),
  });
  const merged = () => mergedText(stored, rows, getValues());
  return (
    <div className="grid gap-7">
      <div role="status">
        <h2 ref={heading} tabIndex={-1} className="font-display text-title">
          This vault was changed somewhere else
        </h2>
        <p className="mt-3 text-muted">
          It was saved in another tab or on another device after you opened this page. Nothing is lost: both versions
          are here. Please choose what to save.
        </p>
      </div>
      {rows.map((row) => (
        <RadioCards key={row.name} legend={editTextLabels[row.name]} cards={cardsOf(row)} {...register(row.name)} />
      ))}
      <div className="flex flex-wrap gap-3">
        <Button isBusy={isBusy} onClick={() => onSave(merged())}>
          Save what I chose
        </Button>
        <Button variant="secondary" onClick={() => onEdit(merged())}>
          Continue editing with it
        </Button>
      </div>
    </div>
  );
}

const cardsOf = ({ name, stored, own, suggested }: ConflictRow) => [
  { value: 'stored', name: 'What is saved now', content: version(name, 'What is saved now', stored) },
  {
    value: 'own',
    name: suggested === 'own' ? 'What you wrote here' : 'What this page showed before',
    content: version(name, suggested === 'own' ? 'What you wrote here' : 'What this page showed before', own),
  },
];

function version(name: FieldName, title: string, text: string) {
  const isDate = name === 'scheduledReleaseDate';
  const blank = isDate ? 'No release date' : 'Empty';
  return (
    <>
      <p className="text-muted text-sm">{title}</p>
      <p dir="auto" lang="" className="mt-1 whitespace-pre-wrap text-start [overflow-wrap:anywhere]">
        {text === '' ? <span className="text-muted">{blank}</span> : isDate ? longDate(text) : text}
      </p>
    </>
  );
}

// The caption of a file, which the recipient reads instead of its name.
import { lengths } from '@remembrance/contract/limits.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';

interface CaptionFieldProps {
  name: string;
  caption: string;
  /** Shown once per list. */
  hasHint: boolean;
  onChange: (caption: string) => void;
  /** The id of the form, if the field is outside its element. */
  form?: string | undefined;
}

export function CaptionField({ name, caption, hasHint, onChange, form }: CaptionFieldProps) {
  return (
    <TextField
      label={<FileLabel what="Caption" name={name} />}
      isOptional
      form={form}
      value={caption}
      maxLength={lengths.caption}
      onChange={(event) => onChange(event.currentTarget.value)}
      hint={hasHint && 'Shown to the recipient instead of the file name, such as “Us at the lake, 1987”.'}
    />
  );
}

export function FileLabel({ what, name }: { what: string; name: string }) {
  return (
    <span>
      <span>{what}</span>
      <span className="sr-only">
        {' '}
        of <AsWritten>{name}</AsWritten>
      </span>
    </span>
  );
}

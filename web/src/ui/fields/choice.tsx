// A checkbox, and a group of radio cards. Both are native controls, so that every device supports them.
import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldNotes, type FieldText, wiringOf } from './field.tsx';

export interface CheckboxProps extends FieldText, Omit<ComponentProps<'input'>, 'id' | 'type' | 'children'> {}

export function Checkbox({ label, hint, error, isOptional: _, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div>
      <div className="flex items-start gap-3">
        <input
          {...rest}
          {...wiringOf(id, hint, error)}
          type="checkbox"
          className="mt-[0.125rem] size-[1.5rem] shrink-0 accent-primary scheme-light"
        />
        <label htmlFor={id} className="min-w-0 py-px">
          {label}
        </label>
      </div>
      <div className="ps-9">
        <FieldNotes id={id} hint={hint} error={error} />
      </div>
    </div>
  );
}

export interface RadioCard {
  value: string;
  /** Names the card for a screen reader. */
  name: string;
  content: ReactNode;
}

export interface RadioCardsProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'value' | 'children'> {
  legend: ReactNode;
  /** Hides the legend visually if a heading next to it says the same. */
  isLegendHidden?: boolean;
  cards: readonly RadioCard[];
  error?: string | undefined;
}

export function RadioCards({ legend, isLegendHidden = false, cards, error, ...rest }: RadioCardsProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={wiringOf(id, undefined, error)['aria-describedby']}>
      <legend className={isLegendHidden ? 'sr-only' : 'mb-1.5 font-semibold text-sm'}>{legend}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {cards.map((card) => (
          <label
            key={card.value}
            className="flex gap-3.5 rounded-card border border-control bg-surface p-5 hover:border-ink has-checked:border-primary has-checked:ring-2 has-checked:ring-primary has-focus-visible:outline-3 has-focus-visible:outline-brass has-focus-visible:outline-offset-4 forced-colors:has-checked:outline-3"
          >
            <input
              {...rest}
              type="radio"
              value={card.value}
              aria-label={card.name}
              aria-describedby={`${id}-${card.value}`}
              className="mt-[0.125rem] size-[1.25rem] shrink-0 accent-primary outline-none"
            />
            <div id={`${id}-${card.value}`} className="min-w-0 flex-1">
              {card.content}
            </div>
          </label>
        ))}
      </div>
      <FieldNotes id={id} hint={undefined} error={error} />
    </fieldset>
  );
}

// The fields of the check-in: how often, which executors, the pause, and the yearly emails.
import { checkInMonths } from '@remembrance/contract/check-in.ts';
import { Checkbox } from '../ui/fields/choice.tsx';
import { Field } from '../ui/fields/field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { Section } from '../ui/section.tsx';
import type { FieldsProps } from './check-in-choice.ts';
import { CheckInVaults } from './check-in-vaults.tsx';

const monthsText = { 1: 'After a month', 3: 'After 3 months', 6: 'After 6 months', 12: 'After a year' } as const;

export function CheckInFields({ choice, vaults, pauseError, onChange }: FieldsProps) {
  const isOn = choice.months !== null;
  return (
    <>
      <Section
        title="Ask me"
        hint="One press in our email answers, and so does signing in. Without an answer we remind you three times, over thirty days."
      >
        <Field label="When should we ask whether you are well?">
          {(wiring) => (
            <select
              {...wiring}
              className="field-box"
              value={choice.months ?? ''}
              onChange={({ target }) =>
                onChange({ months: checkInMonths.find((months) => String(months) === target.value) ?? null })
              }
            >
              <option value="">Never</option>
              {checkInMonths.map((months) => (
                <option key={months} value={months}>
                  {`${monthsText[months]} without me`}
                </option>
              ))}
            </select>
          )}
        </Field>
      </Section>
      {isOn && (
        <>
          <CheckInVaults choice={choice} vaults={vaults} onChange={onChange} />
          <Section title="A pause" hint="For a journey: up to twelve months in which we do not ask.">
            <TextField
              label="Do not ask me before"
              type="date"
              name="pauseDay"
              error={pauseError}
              isOptional
              hint="Leave it empty to be asked as usual."
              value={choice.pauseDay}
              onChange={({ target }) => onChange({ pauseDay: target.value })}
            />
          </Section>
        </>
      )}
      <Section title="Once a year" hint="An address that no longer works is what goes wrong most.">
        <Checkbox
          label="Once a year, ask everybody"
          hint="You get an overview of your vaults. Each executor is asked whether they still have their code, a year after they last heard of it. A new code is sent only if you agree."
          checked={choice.yearly}
          onChange={({ target }) => onChange({ yearly: target.checked })}
        />
      </Section>
    </>
  );
}

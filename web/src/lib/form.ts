// Forms checked by the contract's schemas, so that browser and server show the same message at a field.
import { useCallback } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  type Resolver,
  set,
  type UseFormProps,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { input, output, ZodMiniType } from 'zod/mini';
import { CallError } from './call.ts';

type FormSchema = ZodMiniType<FieldValues, FieldValues>;

/** A form for a contract body. Its fields hold the typed text; the submit handler receives the parsed values. */
export function useContractForm<Schema extends FormSchema>(
  schema: Schema,
  defaultValues: DefaultValues<input<Schema>>,
  options: Omit<UseFormProps<input<Schema>, unknown, output<Schema>>, 'resolver' | 'defaultValues'> = {},
): UseFormReturn<input<Schema>, unknown, output<Schema>> {
  const resolver = useCallback(
    (values: input<Schema>) =>
      validateForm(schema, values) as ReturnType<Resolver<input<Schema>, unknown, output<Schema>>>,
    [schema],
  );
  return useForm<input<Schema>, unknown, output<Schema>>({ ...options, defaultValues, resolver });
}

/** The props that a control needs from its form: its registration and its error. */
export const fieldOf = <Values extends FieldValues, Context, Sent>(
  form: UseFormReturn<Values, Context, Sent>,
  name: Path<Values>,
  options?: RegisterOptions<Values, Path<Values>>,
): UseFormRegisterReturn & { error: string | undefined } => ({
  ...form.register(name, options),
  error: (get(form.formState.errors, name) as FieldError | undefined)?.message,
});

/** The parsed values, or the first error of each field. */
export function validateForm(schema: FormSchema, values: FieldValues): { values: FieldValues; errors: FieldErrors } {
  const parsed = schema.safeParse(values);
  if (parsed.success) return { values: parsed.data, errors: {} };
  const errors: FieldErrors = {};
  const seen = new Set<string>();
  for (const issue of parsed.error.issues) {
    const name = issue.path.join('.');
    if (seen.has(name)) continue;
    seen.add(name);
    set(errors, name, { type: issue.code, message: issue.message });
  }
  return { values: {}, errors };
}

/** Shows a server's refusal at its fields and focuses the first. Returns whether there was any. */
export function showRefusedFields<Values extends FieldValues, Context, Sent>(
  form: UseFormReturn<Values, Context, Sent>,
  error: unknown,
): boolean {
  const known = Object.keys(form.getValues());
  const refused = Object.entries((error instanceof CallError && error.fields) || {}).filter(([name]) =>
    known.includes(name.split('.')[0] ?? ''),
  );
  refused.forEach(([name, message], index) => {
    form.setError(name as Path<Values>, { type: 'refused', message }, { shouldFocus: index === 0 });
  });
  return refused.length > 0;
}

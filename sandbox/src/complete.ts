// Makes the sandbox's output as complete as Stripe's: it removes the sandbox's own fields, and adds those that Stripe's types require
// and the sandbox does not use (stripe-defaults.json, generated from the SDK's types by shapes.test.ts).
import { readFileSync } from 'node:fs';

const defaults: Record<string, object> = {
  list: { has_more: false, url: '' },
  ...JSON.parse(readFileSync(new URL('stripe-defaults.json', import.meta.url), 'utf8')),
};
const ownFields = new Set(['behaviour', 'dropped', 'resumed_by', 'trial_end_announced']);

export function completed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(completed);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !ownFields.has(name));
  const fields = Object.fromEntries(kept.map(([name, field]) => [name, completed(field)]));
  const { object, deleted } = value as { object?: unknown; deleted?: true };
  if (deleted) return fields; // it has no other fields
  return { ...(typeof object === 'string' ? defaults[object] : {}), ...fields };
}

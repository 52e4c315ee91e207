// Makes what leaves the sandbox as whole as Stripe's: its own fields are removed, and those that Stripe's types require and the
// sandbox has no use for are added (stripe-defaults.json, read from the SDK's types by shapes.test.ts).
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
  if (deleted) return fields; // nothing is left of it
  return { ...(typeof object === 'string' ? defaults[object] : {}), ...fields };
}

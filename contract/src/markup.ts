// Builds HTML that is always escaped: a template value is text, unless it is already markup.

export interface Markup {
  readonly markup: string;
}

type Value = string | number | Markup | readonly Markup[];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function html(template: TemplateStringsArray, ...values: Value[]): Markup {
  return { markup: template.reduce((before, after, index) => before + escapeValue(values[index - 1] ?? '') + after) };
}

function escapeValue(value: Value): string {
  if (Array.isArray(value)) return value.map(escapeValue).join('');
  if (typeof value === 'object' && 'markup' in value) return value.markup;
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

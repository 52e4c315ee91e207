// HTML that cannot forget to escape: what is put into a template is text, unless it is markup already.

export interface Markup {
  readonly markup: string;
}

type Value = string | number | Markup | readonly Markup[];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function html(template: TemplateStringsArray, ...values: Value[]): Markup {
  return { markup: template.reduce((before, after, index) => before + written(values[index - 1] ?? '') + after) };
}

function written(value: Value): string {
  if (Array.isArray(value)) return value.map(written).join('');
  if (typeof value === 'object' && 'markup' in value) return value.markup;
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

// The API document as a page for people, rendered once, without script and with nothing from elsewhere.
import { html, type Markup } from '@remembrance/contract/markup.ts';
import type { Json } from '../../http/api-responses.ts';
import { developmentPage } from './development-page.ts';

export const apiPagePath = '/api';
export const apiPagePolicy = developmentPage.policy;

interface Operation {
  tags: string[];
  summary: string;
  description: string;
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Json }[];
  requestBody?: { content: Record<string, { schema?: Json }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: Json }> }>;
}

interface Call extends Operation {
  name: string;
}

export function renderApiPage(document: Json): string {
  const { info, servers, tags, paths, components } = document as {
    info: { title: string; version: string; description: string };
    servers: { url: string }[];
    tags: { name: string; description: string }[];
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Json> };
  };
  const calls: Call[] = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, name: `${method.toUpperCase()} ${path}` })),
  );
  const body = html`<p>${info.description} Version ${info.version}, at <code>${servers[0]?.url ?? ''}</code>, as a program reads it: <a href="/api/openapi.json">/api/openapi.json</a>.</p>
<nav aria-label="Districts"><ul>${tags.map(({ name, description }) => html`<li><a href="#${name}">${name}</a>: ${description}</li>`)}</ul></nav>
${tags.map(
  ({ name, description }) => html`<section aria-labelledby="${name}">
<h2 id="${name}">${name}</h2>
<p>${description}</p>
${calls.filter((call) => call.tags.includes(name)).map((call) => describeCall(call))}
</section>
`,
)}
<section aria-labelledby="schemas">
<h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas).map(
  ([
    name,
    schema,
  ]) => html`<details id="${name}"><summary>${name}</summary><pre>${JSON.stringify(schema, null, 2)}</pre></details>
`,
)}
</section>`;
  return developmentPage.render({ title: `The API of ${info.title}`, body });
}

const describeCall = ({
  name,
  summary,
  description,
  parameters,
  requestBody,
  responses,
}: Call): Markup => html`<details>
<summary><strong>${name}</strong> ${summary}</summary>
<p>${description}</p>
${parameters.length === 0 ? '' : html`<p>Parameters:</p><ul>${parameters.map(describeParameter)}</ul>`}
${requestBody ? html`<p>Body: ${linkSchema(Object.values(requestBody.content)[0]?.schema)}</p>` : ''}
<ul>${Object.entries(responses).map(([status, response]) => html`<li>${status}: ${response.description}${describeContent(response.content)}</li>`)}</ul>
</details>
`;

const describeParameter = ({ name, in: place, required, description = '' }: Operation['parameters'][number]): Markup =>
  html`<li><code>${name}</code> in the ${place}${required ? '' : ', optional'}${description && `. ${description}`}</li>`;

function describeContent(content: Operation['responses'][string]['content'] = {}): Markup {
  const schema = content['application/json']?.schema;
  return schema ? html` ${linkSchema(schema)}` : html``;
}

function linkSchema(schema: Json | undefined): Markup {
  if (!schema) return html`bytes`;
  if (schema.type === 'array') return html`a list of ${linkSchema(schema.items as Json)}`;
  const name = /[^/]+$/.exec(String(schema.$ref ?? ''))?.[0];
  return name ? html`<a href="#${name}">${name}</a>` : html`<code>${JSON.stringify(schema)}</code>`;
}

// The OpenAPI document by the rules of OWASP's API Security Top 10 (2023), as Spectral reads them. A rule that cannot hold here is
// switched off by name, with the reason beside it.

import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import { api } from '../contract/src/api.ts';
import { openApiDocumentOf } from '../server/src/http/open-api.ts';

const off: Record<string, string> = {
  'owasp:api2:2023-no-credentials-in-url':
    'The specification has the token of the link in the query of GET /api/vault-access/verify; OAS-3 holds that it is the only one.',
  'owasp:api4:2023-string-restricted':
    'Names, titles, messages and answers are free texts in every language; what has a form (ids, codes, dates) is parsed by it.',
  'owasp:api8:2023-define-cors-origin':
    'No other origin may read an answer, and the browser holds to that while the header is absent.',
  'owasp:api8:2023-define-error-responses-401':
    'A call that asks for no session never answers 401; OAS-1 holds that every call of an owner declares it.',
};

/** Bounded where it is sent. A reply is made of what was bounded then; a bound on it could only turn a stored text into a fault. */
const sentOnly = {
  'owasp:api4:2023-string-limit': 'string',
  'owasp:api4:2023-array-limit': 'array',
};

const { rules } = owasp as unknown as { rules: Record<string, object> };

const ruleset = {
  extends: [[owasp, 'all']],
  rules: {
    ...Object.fromEntries(Object.keys(off).map((name) => [name, 'off'])),
    ...Object.fromEntries(
      Object.entries(sentOnly).map(([name, type]) => [
        name,
        { ...rules[name], given: `$.paths[*][*][parameters,requestBody]..[?(@ && @.type=="${type}")]` },
      ]),
    ),
  },
};

/** What the linter finds, one line each. */
export async function findingsOfApiDocument(): Promise<string[]> {
  const unknown = [...Object.keys(off), ...Object.keys(sentOnly)].filter((name) => !(name in rules));
  const linter = new spectral.Spectral();
  linter.setRuleset(ruleset as unknown as RulesetDefinition);
  const found = await linter.run(
    openApiDocumentOf(api, { productName: 'Remembrance', sessionCookie: '__Host-session' }),
  );
  return [
    ...unknown.map((name) => `${name} is no rule`),
    ...found.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`),
  ];
}

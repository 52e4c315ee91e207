// Checks the OpenAPI document against OWASP's API Security Top 10 (2023) with Spectral. A rule that does not apply here is turned off by
// name, with the reason.

import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import { api } from '../../contract/src/api.ts';
import { openApiDocumentOf } from '../../server/src/http/open-api.ts';

const off: Record<string, string> = {
  'owasp:api2:2023-no-credentials-in-url':
    'The specification puts the link token into the query of GET /api/vault-access/verify; server/src/http/open-api.test.ts proves that it is the only one.',
  'owasp:api4:2023-string-restricted':
    'Names, titles, messages and answers are free text in every language; values with a format (ids, codes, dates) are validated.',
  'owasp:api8:2023-define-cors-origin':
    'No other origin may read a reply, and browsers enforce that while the header is absent.',
  'owasp:api8:2023-define-error-responses-401':
    'A call without a session never replies 401; server/src/http/open-api.test.ts proves that every owner call declares it.',
};

/** Rules that apply only to requests. Requests already limit the values in replies, and a limit there could only break old data. */
const requestsOnly = {
  'owasp:api4:2023-string-limit': 'string',
  'owasp:api4:2023-array-limit': 'array',
};

// The packages' types describe neither the rules nor that a ruleset may name a package.
const { rules } = owasp as unknown as { rules: Record<string, object> };

const ruleset = {
  extends: [[owasp, 'all']],
  rules: {
    ...Object.fromEntries(Object.keys(off).map((name) => [name, 'off'])),
    ...Object.fromEntries(
      Object.entries(requestsOnly).map(([name, type]) => [
        name,
        { ...rules[name], given: `$.paths[*][*][parameters,requestBody]..[?(@ && @.type=="${type}")]` },
      ]),
    ),
  },
};

/** The linter's findings, one line each. */
export async function findingsOfApiDocument(): Promise<string[]> {
  const unknown = [...Object.keys(off), ...Object.keys(requestsOnly)].filter((name) => !(name in rules));
  const linter = new spectral.Spectral();
  linter.setRuleset(ruleset as unknown as RulesetDefinition);
  const found = await linter.run(
    openApiDocumentOf(api, {
      productName: 'Remembrance',
      sessionCookie: '__Host-session',
      publicUrl: 'https://vault.example',
    }),
  );
  return [
    ...unknown.map((name) => `${name} is not a rule`),
    ...found.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`),
  ];
}

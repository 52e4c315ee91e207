// How names and initials are shown.
import { expect, test } from 'vitest';
import { fullNameOf, initialsOf } from './names.ts';

test('SES-38: a name is shown unchanged, and a missing one as User and U', () => {
  expect([
    fullNameOf({ firstName: 'Ana', lastName: 'de la Cruz' }),
    initialsOf({ firstName: 'ana', lastName: 'de la Cruz' }),
  ]).toEqual(['Ana de la Cruz', 'AD']);
  expect([fullNameOf({ firstName: null, lastName: ' ' }), initialsOf({ firstName: null, lastName: null })]).toEqual([
    'User',
    'U',
  ]);
  expect(initialsOf({ firstName: 'Éva', lastName: '🌿 Green' })).toBe('É🌿');
});

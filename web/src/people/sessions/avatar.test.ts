// How names and initials are shown.
import { expect, test } from 'vitest';
import { fullNameOf, initialsOf } from './avatar.tsx';

test('a name is shown unchanged, and a missing one as User and U', () => {
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

test.each([
  ['a family of emoji', '👨‍👩‍👧‍👦 us', null, '👨‍👩‍👧‍👦'],
  ['a flag', '🇳🇬 Ada', 'okafor', '🇳🇬O'],
  ['an accent of its own', 'e\u0301va', 'ü', 'É'.normalize('NFD').concat('Ü')],
  ['right to left', 'ليلى', 'חיים', 'لח'],
  ['a letter without an upper case', '李', '小龙', '李小'],
  ['spaces before it', '  ada', '\u00a0okafor', 'AO'],
  ['only spaces', ' ', '\t', 'U'],
  ['only a last name', null, 'okafor', 'O'],
])('the initials of a name with %s split no character', (_, firstName, lastName, initials) => {
  expect(initialsOf({ firstName, lastName })).toBe(initials);
});

test('a name is joined with one space, and a blank part is left out', () => {
  expect(fullNameOf({ firstName: 'Ada', lastName: null })).toBe('Ada');
  expect(fullNameOf({ firstName: '', lastName: 'Okafor' })).toBe('Okafor');
  expect(fullNameOf({ firstName: 'ליאה', lastName: 'Smith' })).toBe('ליאה Smith');
});

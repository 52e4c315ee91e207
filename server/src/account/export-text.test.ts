// The names and texts of an export: every name can be unpacked on every system, and no two files become one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ExportedVault, pathPart, readmeText, uniqueNames, vaultText } from './export-text.ts';

const names = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom('.', ' ', '/', '\\', 'a', 'A', 'é', 'e\u0301', '📝', '\0', '\ud800'),
    maxLength: 300,
  }),
);

test('ACCT-200: any name becomes one that every system can write, and that stays as it is', () => {
  fc.assert(
    fc.property(names, (name) => {
      const part = pathPart(name);
      expect(Buffer.byteLength(part)).toBeLessThanOrEqual(200);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
      expect(part).not.toMatch(/[\u0000-\u001f\u007f<>:"/\\|?*]|^[. ]|[. ]$|^$/);
      expect(part.isWellFormed()).toBe(true);
      expect(pathPart(part)).toBe(part);
    }),
  );
});

test.each([
  ['con', '_con'],
  ['NUL.txt', '_NUL.txt'],
  ['lpt1.tar.gz', '_lpt1.tar.gz'],
  ['constant.txt', 'constant.txt'],
  ['com12', 'com12'],
])('ACCT-200: %s, which may be the name of a device, is written as %s', (name, part) => {
  expect(pathPart(name)).toBe(part);
});

test.each([
  [`${'x'.repeat(300)}.jpeg`, `${'x'.repeat(195)}.jpeg`],
  [`${'漢'.repeat(255)}.pdf`, `${'漢'.repeat(65)}.pdf`],
  [`${'😀'.repeat(120)}.mp3`, `${'😀'.repeat(49)}.mp3`],
  [`${'x'.repeat(199)} y`, 'x'.repeat(199)],
])('ACCT-200: a long name keeps its ending: %s', (name, part) => {
  expect(pathPart(name)).toBe(part);
});

test('ACCT-201: no two files of a vault become one, on a system that sees no difference in case or in accents', () => {
  const few = fc.constantFrom('a.txt', 'A.TXT', 'a (2).txt', 'é.txt', 'e\u0301.txt', 'b', 'B', 'a.b.c');
  fc.assert(
    fc.property(fc.array(few, { maxLength: 8 }), (files) => {
      const unique = uniqueNames(files);
      const seen = new Set(unique.map((name) => name.normalize('NFC').toLowerCase()));
      expect(seen.size).toBe(files.length);
      for (const [index, name] of unique.entries()) {
        const ending = /\.[^.]+$/.exec(files[index] ?? '')?.[0] ?? '';
        expect(name.endsWith(ending)).toBe(true);
      }
    }),
  );
});

const vault: ExportedVault = {
  ...{ id: '1', title: 'For Rosa', status: 'active', plan: 'Premium', paymentStatus: 'paid' },
  recipient: { name: 'Rosa', email: 'rosa@example.com' },
  message: 'The heron came back.\n\n  I wanted you to know.\n',
  securityQuestions: ['Where did we see the heron?'],
  executors: [
    { name: 'Edda', email: 'edda@example.com' },
    { name: 'Emil', email: 'emil@example.com' },
  ],
  files: [
    {
      ...{ name: 'a.mp3', path: 'files/a.mp3', type: 'audio/mpeg', sizeBytes: 1, addedAt: '2027-03-04T09:30:00Z' },
      ...{ caption: 'The mill song', transcript: 'La la, the mill.' },
    },
  ],
  scheduledReleaseDate: '2030-01-01T00:00:00Z',
  createdAt: '2027-03-04T09:30:00Z',
  activatedAt: null,
  releasedAt: null,
  history: [],
};

test('ACCT-202: the text of a vault has everything its owner wrote, the message as it was written', () => {
  const text = vaultText(vault);
  for (const part of [
    'Rosa <rosa@example.com>',
    'Edda <edda@',
    'Emil <emil@',
    'Where did we',
    'files/a.mp3, “The mill song”',
    'La la, the mill.',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).toContain('Date set:  2030-01-01T00:00:00Z');
  expect(text).toContain(vault.message);
  expect(text).not.toContain('released');
  expect(vaultText({ ...vault, scheduledReleaseDate: null })).not.toContain('Date set');
  const released = vaultText({ ...vault, status: 'released', releasedAt: '2030-01-01T00:00:01Z' });
  expect(released).toContain('State:     released, released 2030-01-01T00:00:01Z');
});

test('ACCT-202: what the export lacks is said in it: codes and answers', () => {
  const readme = readmeText('Keepsake', '2027-03-04T09:30:00Z');
  expect(readme).toContain('Your account with Keepsake, as it was on 2027-03-04T09:30:00Z');
  expect(readme).toMatch(/codes and the answers .* are not in here/);
});

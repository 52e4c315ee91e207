// What a save does to the files of a vault: order, captions, additions and removals, and when nothing changes.
import { filesPerVault } from '@remembrance/contract/limits.ts';
import { expect, test } from 'vitest';
import { planFiles } from './file-rules.ts';

const inVault = (id: string) => ({ id, caption: `about ${id}`, transcript: '', isPending: false });
const pending = (id: string) => ({ ...inVault(id), caption: '', isPending: true });
const stored = [inVault('a'), inVault('b'), pending('new')];
const order = (wanted: Parameters<typeof planFiles>[1]) => {
  const plan = planFiles(stored, wanted);
  return typeof plan === 'string' ? plan : plan.arranged.map(({ id }) => id);
};

test('named files come first in their order, and the others follow', () => {
  expect(order({ files: [{ id: 'b' }, { id: 'a' }] })).toEqual(['b', 'a']);
  expect(order({ files: [{ id: 'b' }] })).toEqual(['b', 'a']);
  expect(order({ files: [{ id: 'a' }, { id: 'new' }] })).toEqual(['a', 'new', 'b']);
  expect(order({ removedFiles: ['a'] })).toEqual(['b']);
  expect(order({ files: [{ id: 'new' }, { id: 'a' }], removedFiles: ['a', 'b', 'unknown'] })).toEqual(['new']);
  expect(order({})).toEqual(['a', 'b']);
});

test('a save that names the same order and words, or none, changes nothing', () => {
  const same = [{ id: 'a', caption: 'about a' }, { id: 'b' }];
  for (const wanted of [{}, { files: [] }, { files: same, removedFiles: ['unknown', 'new'] }]) {
    expect(planFiles(stored, wanted)).toMatchObject({ isChanged: false, added: [], removed: [] });
  }
});

test('a caption or a transcript is a change; an omitted one stays, and a blank one is removed', () => {
  const plan = planFiles(stored, {
    files: [{ id: 'a', transcript: 'La la' }, { id: 'b', caption: '' }, { id: 'new' }],
  });
  expect(plan).toEqual({
    isChanged: true,
    added: ['new'],
    removed: [],
    reworded: ['b'],
    arranged: [
      { id: 'a', caption: 'about a', transcript: 'La la' },
      { id: 'b', caption: '', transcript: '' },
      { id: 'new', caption: '', transcript: '' },
    ],
  });
});

test('an unknown file and a file over the limit are refused', () => {
  expect(planFiles(stored, { files: [{ id: 'unknown' }] })).toBe('file-not-found');
  const full = Array.from({ length: filesPerVault }, (_, number) => inVault(String(number)));
  expect(planFiles([...full, pending('new')], { files: [{ id: 'new' }] })).toBe('too-many-files');
  expect(planFiles([...full, pending('new')], { files: [{ id: 'new' }], removedFiles: ['0'] })).toMatchObject({
    isChanged: true,
  });
});

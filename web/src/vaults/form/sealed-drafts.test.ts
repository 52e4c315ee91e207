// An owner's data in a browser can be read only with this owner's keys, only in its original context, and only unaltered.
import { afterEach, expect, test, vi } from 'vitest';
import { browserStore, openDrafts, openFile, sealedStore, sealFile } from './sealed-drafts.ts';

const ada = 'a1'.repeat(32);
const ben = 'b2'.repeat(32);
const later = 'c3'.repeat(32);
const now = new Date();
const daysLater = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000);
const key = 'vault-draft:ada';
const words = 'Dear Maya, remember the lake 🕊️';

function memoryStorage(): Storage {
  const all = new Map<string, string>();
  return {
    getItem: (name) => all.get(name) ?? null,
    setItem: (name, value) => void all.set(name, value),
    removeItem: (name) => void all.delete(name),
    clear: () => all.clear(),
    key: (index) => [...all.keys()][index] ?? null,
    get length() {
      return all.size;
    },
  };
}
function openAs(...keys: string[]): Storage {
  const storage = memoryStorage();
  vi.stubGlobal('localStorage', storage);
  openDrafts(keys, now);
  return storage;
}
afterEach(() => {
  vi.unstubAllGlobals();
  openDrafts([], now);
});

test('CRE-60: only its owner’s keys open a stored text, and only in its original context', () => {
  const storage = openAs(ada);
  const store = sealedStore(storage);
  store.setItem(key, words);
  expect(storage.getItem(key)).not.toMatch(/Maya|lake/);
  expect(store.getItem(key)).toBe(words);
  storage.setItem('vault-draft:other', storage.getItem(key) ?? '');
  expect(store.getItem('vault-draft:other')).toBeNull();
  openDrafts([ben], now);
  expect(store.getItem(key)).toBeNull();
  openDrafts([later, ada], now); // the secret that the keys derive from was rotated
  expect(store.getItem(key)).toBe(words);
  storage.setItem(key, `${storage.getItem(key)}x`);
  expect(store.getItem(key)).toBeNull();
});

test('CRE-60: nothing is stored or read before the keys arrive', () => {
  openAs();
  expect(browserStore()).toBeUndefined();
});

test('data older than seven days is deleted for every owner, and another owner’s newer data is kept', () => {
  const storage = openAs(ada);
  sealedStore(storage).setItem(key, words);
  storage.setItem('vault-draft:damaged', words);
  storage.setItem('theme', 'dark');
  openDrafts([ben], daysLater(6.9));
  expect(Array.from({ length: storage.length }, (_, index) => storage.key(index))).toEqual([key, 'theme']);
  openDrafts([ben], daysLater(7.1));
  expect(storage.length).toBe(1);
});

test('CRE-60: only its owner’s keys open a stored file, complete with its name, type and time', async () => {
  openAs(ada);
  // More than one chunk.
  const bytes = Uint8Array.from({ length: 4 * 1024 * 1024 + 5 }, (_, index) => index % 251);
  const file = new File([bytes], 'lake.jpg', { type: 'image/jpeg', lastModified: 7 });
  const sealed = await sealFile(file, 'one');
  expect(new TextDecoder('latin1').decode(sealed.facts)).not.toContain('lake');
  const opened = await openFile(sealed, 'one');
  expect([opened?.name, opened?.type, opened?.lastModified]).toEqual(['lake.jpg', 'image/jpeg', 7]);
  expect(Buffer.compare(new Uint8Array(await (opened ?? new Blob()).arrayBuffer()), bytes)).toBe(0);
  expect(await openFile(sealed, 'two')).toBeUndefined();
  expect(await openFile({ ...sealed, content: sealed.content.slice(0, -1) }, 'one')).toBeUndefined();
  openDrafts([ben], now);
  expect(await openFile(sealed, 'one')).toBeUndefined();
});

test('an empty file stays empty', async () => {
  openAs(ada);
  expect((await openFile(await sealFile(new File([], 'empty.txt'), 'one'), 'one'))?.size).toBe(0);
});

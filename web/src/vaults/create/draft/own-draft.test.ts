// Each tab writes its own draft; the next form continues a draft whose tab was closed, and no tab takes another tab's draft.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserStore, openDrafts } from '../../form/sealed-drafts.ts';
import { type DraftText, draftFields, saveDraft } from './draft.ts';
import { claimDraft, forgetOwnDraft } from './own-draft.ts';

const blank = Object.fromEntries(draftFields.map((name) => [name, ''])) as DraftText;
let seconds = 0;
const opened: { release: () => void }[] = [];

function memoryStorage(): Storage {
  const all = new Map<string, string>();
  return {
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, value) => void all.set(key, value),
    removeItem: (key) => void all.delete(key),
    clear: () => all.clear(),
    key: (index) => [...all.keys()][index] ?? null,
    get length() {
      return all.size;
    },
  };
}
beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
  openDrafts(['a1'.repeat(32)], new Date());
});
afterEach(() => {
  for (const { release } of opened.splice(0)) release();
  vi.unstubAllGlobals();
});

/** A tab's storage; a duplicated tab starts with a copy of it. */
const newTab = (storage = memoryStorage()) => vi.stubGlobal('sessionStorage', storage);
const write = (draftId: string, title: string) =>
  saveDraft(browserStore(), { draftId, values: { ...blank, title } }, new Date(Date.now() + 1000 * seconds++));
async function open(ownerId = 'ada') {
  const draft = await claimDraft(ownerId, navigator.locks);
  opened.push(draft);
  return draft;
}
/** A closed tab releases its lock, which the browser notices a moment later. */
async function close(draft: { id: string; release: () => void }) {
  draft.release();
  await navigator.locks.request(`draft ${draft.id}`, () => {});
}

test('each tab writes its own draft, and names those in other tabs', async () => {
  newTab();
  const first = await open();
  write(first.id, 'For Rosa');
  newTab();
  const second = await open();
  expect(second.id).not.toBe(first.id);
  expect([first.elsewhere, second.elsewhere]).toEqual([[], ['For Rosa']]);
});

test('the next form continues a draft whose tab was closed, the newest first', async () => {
  const ids: string[] = [];
  for (const title of ['For Rosa', 'For Jonas']) {
    newTab();
    const draft = await open();
    write(draft.id, title);
    ids.push(draft.id);
  }
  for (const draft of opened.splice(0)) await close(draft as Awaited<ReturnType<typeof open>>);
  newTab();
  expect((await open()).id).toBe(ids[1]);
  newTab();
  expect((await open()).id).toBe(ids[0]);
  newTab();
  expect(ids).not.toContain((await open()).id);
});

test('a reload keeps the tab’s draft, and a submitted or discarded draft is not continued', async () => {
  newTab();
  const own = await open();
  await close(own);
  expect((await open()).id).toBe(own.id);
  forgetOwnDraft();
  expect((await open()).id).not.toBe(own.id);
});

test('a duplicated tab and another owner each get their own draft', { tags: 'long' }, async () => {
  const storage = memoryStorage();
  newTab(storage);
  const first = await open();
  write(first.id, 'For Rosa');
  const second = await open();
  expect(second.id).not.toBe(first.id);
  newTab(storage);
  const other = await open('ben');
  expect([other.id.startsWith('ben:'), other.elsewhere]).toEqual([true, []]);
});

// The saved draft: it restores the text to its owner only, never holds answers or files, and is deleted in time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DraftStore } from '../../../people/sessions/forget-on-sign-out.ts';
import { clearDraft, type DraftText, draftFields, readDraft, saveDraft } from './draft.ts';

const now = new Date('2027-03-01T10:00:00Z');
const daysLater = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000);
const blank = Object.fromEntries(draftFields.map((name) => [name, ''])) as DraftText;
const typed: DraftText = { ...blank, title: 'For Maya', message: 'Dear Maya,\n\nremember the lake.' };

function memoryStore(): DraftStore & { all: Map<string, string> } {
  const all = new Map<string, string>();
  return {
    all,
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, value) => void all.set(key, value),
    removeItem: (key) => void all.delete(key),
    key: (index) => [...all.keys()][index] ?? null,
    get length() {
      return all.size;
    },
  };
}

describe('the draft of a vault', () => {
  it('the draft restores what was typed, including line breaks', () => {
    const store = memoryStore();
    saveDraft(store, { draftId: 'ada', values: typed }, now);
    expect(readDraft(store, 'ada', daysLater(1))).toEqual({ savedAt: now.getTime(), text: typed, captions: {} });
  });

  it('the draft stores the captions of its files, and captions by themselves count as a draft', () => {
    const store = memoryStore();
    const captions = { 'lake.jpg:1:2': 'Us at the lake, 1987' };
    saveDraft(store, { draftId: 'ada', values: blank, captions }, now);
    expect(readDraft(store, 'ada', now)?.captions).toEqual(captions);
    saveDraft(store, { draftId: 'ada', values: blank, captions: {} }, now);
    expect(readDraft(store, 'ada', now)).toBeUndefined();
  });

  it('the draft stores the idempotency key of the vault, and accepts nothing else as one', () => {
    const store = memoryStore();
    const repeatKey = '0123456789abcdef0123456789abcdef';
    saveDraft(store, { draftId: 'ada', values: typed, repeatKey }, now);
    expect(readDraft(store, 'ada', now)?.repeatKey).toBe(repeatKey);
    for (const damaged of ['', 'short', `${repeatKey}0`, repeatKey.toUpperCase()]) {
      saveDraft(store, { draftId: 'ada', values: typed, repeatKey: damaged }, now);
      expect(readDraft(store, 'ada', now)).toEqual({ savedAt: now.getTime(), text: typed, captions: {} });
    }
  });

  it('the draft never holds the answers or the files', () => {
    const store = memoryStore();
    const everything = { ...typed, securityAnswer1: 'Lake Garda', securityAnswer2: 'Rex', uploadedFiles: ['a.png'] };
    saveDraft(store, { draftId: 'ada', values: everything }, now);
    const stored = [...store.all.values()].join();
    expect(stored).not.toContain('Garda');
    expect(stored).not.toContain('Rex');
    expect(stored).not.toContain('a.png');
  });

  it('the draft is not shown to another owner of the same browser', () => {
    const store = memoryStore();
    saveDraft(store, { draftId: 'ada', values: typed }, now);
    expect(readDraft(store, 'ben', now)).toBeUndefined();
  });

  it('the draft expires after seven days', () => {
    const store = memoryStore();
    saveDraft(store, { draftId: 'ada', values: typed }, now);
    expect(readDraft(store, 'ada', daysLater(6.9))).toBeDefined();
    expect(readDraft(store, 'ada', daysLater(7.1))).toBeUndefined();
  });

  it('the draft is deleted when it is cleared or everything typed is removed', () => {
    const store = memoryStore();
    saveDraft(store, { draftId: 'ada', values: typed }, now);
    clearDraft(store, 'ada');
    expect(store.all.size).toBe(0);
    saveDraft(store, { draftId: 'ada', values: typed }, now);
    saveDraft(store, { draftId: 'ada', values: { ...blank, title: '  ' } }, now);
    expect(store.all.size).toBe(0);
  });

  it('the draft survives storage that is broken, full or switched off', () => {
    const store = memoryStore();
    store.all.set('vault-draft:ada', '{"savedAt":');
    expect(readDraft(store, 'ada', now)).toBeUndefined();
    const closed = new Proxy({} as DraftStore, {
      get() {
        throw new Error('storage is switched off');
      },
    });
    expect(() => saveDraft(closed, { draftId: 'ada', values: typed }, now)).not.toThrow();
    expect(readDraft(closed, 'ada', now)).toBeUndefined();
  });

  it('the draft restores any text as it was typed, and nothing if every field is blank', () => {
    const text = fc.record(
      Object.fromEntries(draftFields.map((name) => [name, fc.string({ unit: 'grapheme' })])),
    ) as fc.Arbitrary<DraftText>;
    fc.assert(
      fc.property(text, (values) => {
        const store = memoryStore();
        saveDraft(store, { draftId: 'ada', values: values }, now);
        const isBlank = Object.values(values).every((value) => value.trim() === '');
        expect(readDraft(store, 'ada', now)?.text).toEqual(isBlank ? undefined : values);
      }),
    );
  });

  it('the draft reads any stored value as a draft or as none', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.json().map((text) => `{"savedAt":${now.getTime()},"text":${text}}`),
        ),
        (stored) => {
          const store = memoryStore();
          store.all.set('vault-draft:ada', stored);
          const draft = readDraft(store, 'ada', now);
          if (!draft) return;
          expect(Object.keys(draft.text)).toEqual([...draftFields]);
          expect(Object.values(draft.text).every((value) => typeof value === 'string')).toBe(true);
        },
      ),
    );
  });
});

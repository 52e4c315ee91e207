// Does to every page what a browser's translation does: replaces each text node with <font> elements as soon as it appears. The words
// stay, so that every journey finds them. React still refers to the removed nodes: a text that it changes later would not change on the
// page, so this counts as a page error.
import { type BrowserContext, expect, type Page } from '@playwright/test';

export const translatePages = (context: BrowserContext) => context.addInitScript(translate, { makesLonger: false });

/** Makes words half as long again, as in German or Finnish. Journeys cannot find these words. */
export const translateIntoLongWords = (context: BrowserContext) =>
  context.addInitScript(translate, { makesLonger: true });

function translate({ makesLonger }: { makesLonger: boolean }): void {
  const untranslated = 'script, style, noscript, textarea, option, svg, head, [translate=no], [contenteditable=true]';
  const ours = new WeakSet<Node>();

  const lost = new MutationObserver((changes) => {
    for (const { target } of changes)
      reportError(new Error(`a text of a translated page did not change to: ${target.nodeValue}`));
  });

  const translateText = (text: Text) => {
    if (ours.has(text) || !text.data.trim() || text.parentElement?.closest(untranslated)) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    const longer = (word: string) => word + word.slice(-Math.ceil(word.length / 2));
    const words = new Text(makesLonger ? text.data.replace(/\p{L}{4,}/gu, longer) : text.data);
    ours.add(words);
    inner.append(words);
    outer.append(inner);
    text.replaceWith(outer);
    lost.observe(text, { characterData: true });
  };

  const translateAll = (node: Node) => {
    if (node instanceof Text) return translateText(node);
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) translateText(text);
  };

  new MutationObserver((changes) => {
    for (const { target, type, addedNodes } of changes)
      for (const node of type === 'characterData' ? [target] : addedNodes) translateAll(node);
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/** Checks that each of the words is on the page, and is not translated where it is a text of its own. */
export async function expectAsWritten(page: Page, words: string[]): Promise<void> {
  const found = await page.evaluate((sought) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const places: { word: string; isTranslated: boolean }[] = [];
    while (walker.nextNode()) {
      const word = (walker.currentNode.nodeValue ?? '').trim();
      const isTranslated = !walker.currentNode.parentElement?.closest('[translate=no]');
      if (sought.includes(word)) places.push({ word, isTranslated });
    }
    return places;
  }, words);
  expect(found.filter(({ isTranslated }) => isTranslated)).toEqual([]);
  expect([...new Set(found.map(({ word }) => word))].sort()).toEqual([...words].sort());
}

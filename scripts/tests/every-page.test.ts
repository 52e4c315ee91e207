// The everyday run opens every page: a page without a screen fails here until somebody decides which one shows it.
import { expect, test } from 'vitest';
import { pageScreens } from '../../e2e/screens/page-screens.ts';
import { pages } from '../../web/src/app/pages.ts';

test('every page of the route table has a screen that npm test opens', () => {
  expect(Object.keys(pageScreens)).toEqual(pages.map(({ pattern }) => pattern));
});

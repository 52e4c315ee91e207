// A component that is loaded when it is shown, or earlier.
import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { lazyComponent } from './lazy-component.tsx';

const Page = ({ name }: { name: string }) => <p>A page for {name}</p>;
const open = () => {
  const Later = lazyComponent(async () => ({ default: Page }));
  const tree = (name: string) => (
    <Suspense fallback={<p>One moment</p>}>
      <Later name={name} />
    </Suspense>
  );
  return { Later, tree };
};

test('a component loaded earlier is shown immediately', async () => {
  const { Later, tree } = open();
  await Later.load();
  render(tree('Ada'));
  expect(screen.getByText('A page for Ada')).toBeDefined();
});

test('any other component loads when it is shown, and keeps its state when it is loaded again', async () => {
  const { Later, tree } = open();
  const { rerender } = render(tree('Ada'));
  expect(screen.getByText('One moment')).toBeDefined();
  const shown = await screen.findByText('A page for Ada');
  await act(() => Later.load());
  rerender(tree('Rosa'));
  expect(screen.getByText('A page for Rosa')).toBe(shown);
});

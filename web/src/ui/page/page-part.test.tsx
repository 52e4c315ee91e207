// A part of a page that cannot be loaded.
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { LooseText, translateLooseText } from '../../../testing/loose-text.tsx';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { PagePart } from './page-part.tsx';

const Page = ({ name }: { name: string }) => <p>A page for {name}</p>;

test('a part that cannot be loaded leaves the page unchanged, and can be retried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const loadModule = vi.fn<() => Promise<{ default: typeof Page }>>();
  const noConnection = new TypeError('no connection');
  loadModule.mockRejectedValueOnce(noConnection).mockRejectedValueOnce(noConnection);
  const Later = lazyComponent(loadModule.mockResolvedValue({ default: Page }));
  render(
    <>
      <input aria-label="Message" />
      <PagePart load={Later.load} fallback={<p>One moment</p>}>
        <Later name="Ada" />
      </PagePart>
    </>,
  );
  const message = screen.getByLabelText('Message');
  fireEvent.change(message, { target: { value: 'My dear Rosa' } });
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
  const tryAgain = async () => fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await tryAgain();
  expect(screen.getByText('One moment')).toBeDefined();
  await tryAgain();
  expect(await screen.findByText('A page for Ada')).toBeDefined();
  expect(screen.getByLabelText('Message')).toHaveProperty('value', 'My dear Rosa');
});

test('a part that fails because a translation replaced its text is shown again', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  render(
    <PagePart load={async () => {}} fallback={<p>One moment</p>}>
      <LooseText />
    </PagePart>,
  );
  translateLooseText();
  fireEvent.click(screen.getByRole('button', { name: 'Drücken' }));
  expect(screen.getByRole('button', { name: 'Press' })).toBeDefined();
});

// The modal dialog: its name, what closes it, and that reopening it in the same moment leaves it open.
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

const onClose = vi.fn();
function Example({ isWilling = true, staysOpen = false, description = 'It cannot be undone.' }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    onClose();
    if (isWilling) setOpen(false);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        staysOpen={staysOpen}
        title="Sure?"
        description={description}
        actions={
          <button type="button" onClick={close}>
            Not now
          </button>
        }
      >
        <p>What it means</p>
      </Dialog>
    </>
  );
}

async function open(props: Parameters<typeof Example>[0] = {}) {
  onClose.mockClear();
  const user = userEvent.setup();
  render(<Example {...props} />);
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  return { user, dialog: screen.getByRole('dialog') };
}
const pressEscape = (dialog: HTMLElement) => fireEvent(dialog, new Event('cancel', { cancelable: true }));

test('a dialog is named by its title and described by its text', async () => {
  const { dialog } = await open();
  expect(screen.getByRole('dialog', { name: 'Sure?' })).toBe(dialog);
  const described = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('It cannot be undone.');
});

test('a dialog without a text has no description', async () => {
  const { dialog } = await open({ description: '' });
  expect(dialog.getAttribute('aria-describedby')).toBeNull();
});

test('a closed dialog leaves nothing on the page', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Not now' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.body.textContent).toBe('Ask');
});

test('Escape and a click outside close it, a click inside does not', async () => {
  const { user, dialog } = await open();
  await user.click(screen.getByText('What it means'));
  expect(onClose).not.toHaveBeenCalled();
  pressEscape(dialog);
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await user.click(screen.getByRole('dialog'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a page that refuses to close keeps the dialog open', async () => {
  const { dialog } = await open({ isWilling: false });
  expect(pressEscape(dialog)).toBe(false); // the browser does not close it by itself
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('dialog')).toBe(dialog);
});

test('only its button closes a dialog that shows something once', async () => {
  const { user, dialog } = await open({ staysOpen: true });
  expect(pressEscape(dialog)).toBe(false);
  await user.click(dialog);
  act(() => (dialog as HTMLDialogElement).close()); // a browser does this at the second Escape
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('dialog')).toBe(dialog);
  await user.click(screen.getByRole('button', { name: 'Not now' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a dialog that is closed and immediately reopened stays open', async () => {
  const { dialog } = await open();
  pressEscape(dialog);
  fireEvent.click(screen.getByRole('button', { name: 'Ask' }));
  act(() => void dialog.dispatchEvent(new Event('close'))); // the browser reports late that it closed
  expect(screen.getByRole('dialog')).toBe(dialog);
  expect(screen.getByRole('button', { name: 'Not now' })).not.toBeNull();
});

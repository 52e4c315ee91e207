// Toasts: how long each stays, that reading one keeps it, and that a screen reader is notified.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, Toaster, toast } from './toast.tsx';

const lifeMilliseconds = 5000;
const status = () => screen.getByRole('status').textContent;
const alert = () => screen.getByRole('alert').textContent;
const show = (title: string, variant: 'default' | 'destructive' = 'default') => act(() => toast({ title, variant }));
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
/** The element that reacts to the pointer and the focus. */
const card = () => screen.getByRole('button', { name: 'Dismiss notification' }).parentElement as HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster milliseconds={lifeMilliseconds} />);
});
afterEach(() => {
  act(dismissToast);
  cleanup();
  vi.useRealTimers();
});

test('both live regions exist before there is anything to announce', () => {
  expect([status(), alert()]).toEqual(['', '']);
});

test('a toast disappears after five seconds and not before', () => {
  show('Saved');
  wait(lifeMilliseconds - 1);
  expect(status()).toBe('Saved');
  wait(1);
  expect(status()).toBe('');
});

test('the second toast replaces the first and has its own five seconds', () => {
  show('Saved');
  wait(4000);
  show('Signed out');
  expect(status()).toBe('Signed out');
  wait(4999);
  expect(status()).toBe('Signed out');
  wait(1);
  expect(status()).toBe('');
});

test('showing the same toast again restarts its time', () => {
  show('Saved');
  wait(4000);
  show('Saved');
  wait(4000);
  expect(status()).toBe('Saved');
});

test('a failure interrupts a screen reader, anything else waits for it', () => {
  show('Saved');
  expect([status(), alert()]).toEqual(['Saved', '']);
  show('Not saved', 'destructive');
  expect([status(), alert()]).toEqual(['', 'Not saved']);
});

test('a toast under the pointer stays, and disappears five seconds after the pointer has left', () => {
  show('Saved');
  wait(4000);
  fireEvent.mouseEnter(card());
  wait(60_000);
  expect(status()).toBe('Saved');
  fireEvent.mouseLeave(card());
  wait(4999);
  expect(status()).toBe('Saved');
  wait(1);
  expect(status()).toBe('');
});

test('a focused toast stays, even after the pointer has left it', () => {
  show('Saved');
  fireEvent.mouseEnter(card());
  act(() => screen.getByRole('button').focus());
  fireEvent.mouseLeave(card());
  wait(60_000);
  expect(status()).toBe('Saved');
  act(() => screen.getByRole('button').blur());
  wait(lifeMilliseconds);
  expect(status()).toBe('');
});

test('a new toast does not inherit that the previous one was being read', () => {
  show('Saved');
  fireEvent.mouseEnter(card());
  show('Signed out');
  wait(lifeMilliseconds);
  expect(status()).toBe('');
});

test('a toast can be dismissed immediately', () => {
  show('Not saved', 'destructive');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss notification' }));
  expect(alert()).toBe('');
});

test('a toast with an action stays, does it once, and disappears', () => {
  const onPress = vi.fn();
  act(() => toast({ title: 'Not saved', variant: 'destructive', action: { label: 'Try again', onPress } }));
  wait(60_000);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onPress).toHaveBeenCalledTimes(1);
  expect(alert()).toBe('');
});

test('a link to be copied by hand stays until it is dismissed', () => {
  act(() => toast({ title: 'Could not copy link', description: 'https://keep.example', isLasting: true }));
  wait(60_000);
  expect(status()).toContain('https://keep.example');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss notification' }));
  expect(status()).toBe('');
});

test('a message that the page shows itself is announced without a card over the page, and disappears as others do', () => {
  act(() =>
    toast({ title: 'Code Required', description: 'Please enter it', variant: 'destructive', isSaidInPage: true }),
  );
  expect(alert()).toBe('Code RequiredPlease enter it');
  expect(screen.getByText('Code Required').parentElement?.className).toBe('sr-only');
  expect(screen.queryByRole('button')).toBeNull();
  wait(lifeMilliseconds);
  expect(alert()).toBe('');
});

// The seal on a page: small to send, decorative unless it has a name, and motionless with reduced motion.
import { drawSeal } from '@remembrance/contract/draw-seal.ts';
import { render, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { Seal } from './seal.tsx';

const vaultId = '0199a8e2-5b7c-7d10-9f3e-6a4c2b1d0e55';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const preferLessMotion = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }));

test('even the most intricate seal is smaller than 3 KB', { tags: 'long' }, () => {
  const ids = Array.from({ length: 1_000 }, (_, index) => `vault-${index}`);
  const lengthOf = (id: string) => JSON.stringify(drawSeal(id)).length;
  const intricate = ids.sort((one, other) => lengthOf(other) - lengthOf(one)).slice(0, 20);
  const sizes = intricate.map((id) => renderToStaticMarkup(<Seal vaultId={id} size={48} />).length);
  expect(Math.max(...sizes)).toBeLessThan(3_072);
  expect(Math.max(...sizes)).toBeGreaterThan(2_000);
});

test('a seal next to its title is decorative, and a named seal is a picture with that name', () => {
  const { rerender } = render(<Seal vaultId={vaultId} size={48} />);
  expect(screen.queryByRole('img')).toBeNull();
  rerender(<Seal vaultId={vaultId} size={48} label="The seal of For Rosa" />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('The seal of For Rosa');
});

test.each([
  ['pressed', 600],
  ['open', 1_200],
] as const)('a seal that is %s reports the end of its motion once, after %i milliseconds', (motion, milliseconds) => {
  preferLessMotion(false);
  vi.useFakeTimers();
  const onMotionEnd = vi.fn();
  render(<Seal vaultId={vaultId} size={96} motion={motion} onMotionEnd={onMotionEnd} />);
  vi.advanceTimersByTime(milliseconds - 1);
  expect(onMotionEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(onMotionEnd).toHaveBeenCalledOnce();
});

test('reduced motion means no wait', () => {
  preferLessMotion(true);
  vi.useFakeTimers();
  const onMotionEnd = vi.fn();
  render(<Seal vaultId={vaultId} size={96} motion="open" onMotionEnd={onMotionEnd} />);
  vi.advanceTimersByTime(0);
  expect(onMotionEnd).toHaveBeenCalledOnce();
});

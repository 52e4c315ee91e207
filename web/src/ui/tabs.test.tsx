// Tabs by keyboard and pointer: one tab stop, arrow keys that wrap around, and panels named by their tab.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { type Tab, Tabs } from './tabs.tsx';

const tabs: Tab<'one' | 'two' | 'three'>[] = [
  { value: 'one', label: 'First', panel: <button type="button">in the first</button> },
  { value: 'two', label: 'Second', panel: 'the second' },
  { value: 'three', label: 'Third', panel: 'the third' },
];

function Example() {
  const [value, setValue] = useState<'one' | 'two' | 'three'>('one');
  return <Tabs label="Numbers" tabs={tabs} value={value} onChange={setValue} />;
}

function open() {
  render(<Example />);
  return userEvent.setup();
}
const selected = () => screen.getByRole('tab', { selected: true }).textContent;
const focused = () => document.activeElement?.textContent;
const panel = () => screen.getByRole('tabpanel').textContent;

test('the tabs are one tab stop, and the next stop is in the panel', async () => {
  const user = open();
  await user.tab();
  expect(focused()).toBe('First');
  await user.tab();
  expect(focused()).toBe('in the first');
  await user.tab({ shift: true });
  expect(focused()).toBe('First');
});

test.each([
  ['{ArrowRight}', 'Second'],
  ['{ArrowRight}{ArrowRight}{ArrowRight}', 'First'],
  ['{ArrowLeft}', 'Third'],
  ['{End}', 'Third'],
  ['{End}{Home}', 'First'],
])('%s focuses the %s tab', async (keys, label) => {
  const user = open();
  await user.tab();
  await user.keyboard(keys);
  expect([selected(), focused()]).toEqual([label, label]);
});

test('other keys do nothing', async () => {
  const user = open();
  await user.tab();
  await user.keyboard('{ArrowDown}{ArrowUp}x{Escape}');
  expect([selected(), focused()]).toEqual(['First', 'First']);
});

test('each panel is named by its tab, and only the chosen one is shown', async () => {
  const user = open();
  await user.click(screen.getByRole('tab', { name: 'Second' }));
  expect(panel()).toBe('the second');
  expect(screen.getByRole('tabpanel', { name: 'Second' })).toBe(screen.getByRole('tabpanel'));
  const tab = screen.getByRole('tab', { name: 'Second' });
  expect(document.getElementById(tab.getAttribute('aria-controls') ?? '')).toBe(screen.getByRole('tabpanel'));
  expect(screen.getAllByRole('tabpanel', { hidden: true })).toHaveLength(3);
});

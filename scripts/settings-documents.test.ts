// The documents about the settings have every setting, and the page of the guide has each in a part of its own.
import { expect, test } from 'vitest';
import { listSettings } from '../server/src/settings/config.ts';
import { environmentExample, settingsPage } from './settings-documents.ts';

test('CFG-4: .env.example and the settings page of the guide have every setting with its default', () => {
  const [example, page] = [environmentExample(), settingsPage()];
  for (const { name, fallback = '' } of listSettings()) {
    expect(example).toContain(`\n# ${name}=${fallback}\n`);
    expect(page.match(new RegExp(`^\\| \`${name}\` \\|`, 'gm'))).toHaveLength(1);
  }
  expect(page).toContain('| `3000` |  |');
  expect(page).toContain('| `SECRET_FILE` |');
});

test('CFG-221: a part of the settings page that begins with no setting is refused', () => {
  const settings = listSettings().filter(({ name }) => name !== 'DATABASE_URL');
  expect(() => settingsPage(settings)).toThrow('no setting: DATABASE_URL');
});

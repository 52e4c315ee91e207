// The documents about the settings include every setting, and the guide's page has each in exactly one part.
import { expect, test } from 'vitest';
import { listSettings } from '../../server/src/settings/config.ts';
import { environmentExample, settingsPage } from './settings-documents.ts';

test('.env.example and the guide’s settings page have every setting with its default', () => {
  const [example, page] = [environmentExample(), settingsPage()];
  for (const { name, fallback = '' } of listSettings()) {
    expect(example).toContain(`\n# ${name}=${fallback}\n`);
    expect(page.match(new RegExp(`^\\| \`${name}\` \\|`, 'gm'))).toHaveLength(1);
  }
  expect(page).toContain('| `3000` |  |');
  expect(page).toContain('| `SECRET_FILE` |');
});

test('a section of the settings page whose first name is not a setting is refused', () => {
  const settings = listSettings().filter(({ name }) => name !== 'DATABASE_URL');
  expect(() => settingsPage(settings)).toThrow('no setting: DATABASE_URL');
});

// The generated files, each with a function that returns its content. `npm run generate` writes them, and `npm run check` compares
// them.
import { environmentExample, settingsPage } from './settings-documents.ts';

export const generatedFiles: Record<string, () => string> = {
  '.env.example': environmentExample,
  'docs/guide/settings.md': settingsPage,
};

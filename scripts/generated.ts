// The files that are derived from others, each with what it has to say. `npm run generate` writes them, `npm run check`
// compares them.
import { environmentExample } from '../server/src/config.ts';
import { rulesDocument } from './rules.ts';

export const generatedFiles: Record<string, () => string> = {
  '.env.example': environmentExample,
  'docs/rules.md': rulesDocument,
};

// The generated files, each with a function that returns its content. `npm run generate` writes them, and `npm run check` compares
// them.
import { environmentExample } from '../server/src/config.ts';

export const generatedFiles: Record<string, () => string> = {
  '.env.example': environmentExample,
};

// Configures drizzle-kit: where the sandbox's schema is and where its migrations go.
import { defineConfig } from 'drizzle-kit';

export default defineConfig({ dialect: 'postgresql', schema: './src/schema.ts', out: './migrations' });

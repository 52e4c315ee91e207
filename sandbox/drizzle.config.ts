// Where drizzle-kit reads the sandbox's table and writes its migrations.
import { defineConfig } from 'drizzle-kit';

export default defineConfig({ dialect: 'postgresql', schema: './src/schema.ts', out: './migrations' });

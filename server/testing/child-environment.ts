// For tests: the environment of a child process, which starts as `npm run` starts a command. Of this process's own variables it has only
// the path, the time zone and the compile cache. It uses the embedded PostgreSQL, so that every machine tests the same.
const compactDrizzle = new URL('../src/start/load-compact-drizzle.ts', import.meta.url).href;

export const childEnvironment = (settings: Record<string, string>): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  TZ: process.env.TZ,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  NODE_OPTIONS: `--import=${compactDrizzle}`,
  POSTGRES_PROGRAMS: 'embedded',
  ...settings,
});

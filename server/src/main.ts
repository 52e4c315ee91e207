// Starts the service.
import './start/load-compact-drizzle.ts';

// Imported after it, because what is named here by `import` alone would be found before it runs.
await import('./run-service.ts');

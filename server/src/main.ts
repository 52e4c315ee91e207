// Starts the service.
import './start/load-compact-drizzle.ts';

// Imported afterwards, because static imports would be resolved before it runs.
await import('./run-service.ts');

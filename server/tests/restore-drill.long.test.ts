// The restore drill of restore-drill.test.ts with several vaults in each state.
process.env.DRILL_VAULTS ??= '54';
await import('./restore-drill.test.ts');

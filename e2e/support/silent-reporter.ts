// A reporter that prints nothing: if no reporter claims the terminal, Playwright adds its own.
import type { Reporter } from '@playwright/test/reporter';

export default class SilentReporter implements Reporter {
  printsToStdio(): boolean {
    return true;
  }
}

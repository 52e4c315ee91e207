// A reporter that prints nothing: without one that claims the terminal, Playwright adds a reporter of its own.
import type { Reporter } from '@playwright/test/reporter';

export default class SilentReporter implements Reporter {
  printsToStdio(): boolean {
    return true;
  }
}

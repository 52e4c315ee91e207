// Runs what a browser may refuse: its storage can be full or disabled, or hold invalid content. Nothing else may fail because of it.
export function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

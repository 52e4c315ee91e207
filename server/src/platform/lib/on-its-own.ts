// Keeps one vault of a job's list from stopping the others.

export interface Run {
  signal?: AbortSignal | undefined;
  /** Without it, a failure ends the run. */
  onFailure?: ((vaultId: string, error: unknown) => void) | undefined;
}

/** A vault that fails keeps no other from being followed. */
export async function onItsOwn({ onFailure }: Run, vaultId: string, follow: () => Promise<void>): Promise<void> {
  try {
    await follow();
  } catch (error) {
    if (!onFailure) throw error;
    onFailure(vaultId, error);
  }
}

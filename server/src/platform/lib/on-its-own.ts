// Keeps one item of a job's list, a vault or an account, from stopping the others.

export interface Run {
  signal?: AbortSignal | undefined;
  /** Without it, a failure ends the run. */
  onFailure?: ((id: string, error: unknown) => void) | undefined;
}

/** One that fails keeps no other from being followed. */
export async function onItsOwn({ onFailure }: Run, id: string, follow: () => Promise<void>): Promise<void> {
  try {
    await follow();
  } catch (error) {
    if (!onFailure) throw error;
    onFailure(id, error);
  }
}

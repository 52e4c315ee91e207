// Remembers in this browser when a vault was kept, and that its panel was put away. It holds an id and a time only. Where storage is
// denied the panel comes from the history's state and from what the service says of the executor's letter.
const keyPrefix = 'vault-kept:';
const away = 'away';

export function noteKept(vaultId: string, now: Date): void {
  write(vaultId, now.toISOString());
}

export function putAway(vaultId: string): void {
  write(vaultId, away);
}

export interface KeptNote {
  isAway: boolean;
  /** When the vault was kept in this browser. */
  at: string | undefined;
}

export function readKeptNote(vaultId: string): KeptNote {
  try {
    const noted = localStorage.getItem(keyPrefix + vaultId) ?? '';
    return { isAway: noted === away, at: Number.isNaN(Date.parse(noted)) ? undefined : noted };
  } catch {
    return { isAway: false, at: undefined };
  }
}

function write(vaultId: string, value: string): void {
  try {
    localStorage.setItem(keyPrefix + vaultId, value);
  } catch {
    // Storage is full or denied.
  }
}

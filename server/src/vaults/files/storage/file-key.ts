// What the encrypted bytes of a file are bound to: they open as this file of this vault, and as no other.

export const fileContext = ({ vaultId, id }: { vaultId: string; id: string }): string => `vault/${vaultId}/file/${id}`;

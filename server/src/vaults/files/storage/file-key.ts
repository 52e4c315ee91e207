// The context that the encrypted bytes of a file are bound to: they can be opened only as this file of this vault.

export const fileContext = ({ vaultId, id }: { vaultId: string; id: string }): string => `vault/${vaultId}/file/${id}`;

// Combines several rings: the first one wraps, and each opens its own wrapped keys. This moves an installation from one to another.
import { KeyUnavailable, type MasterKeys } from './master-keys.ts';

export function joinMasterKeys(current: MasterKeys, others: readonly MasterKeys[]): MasterKeys {
  const rings = [current, ...others];
  const ringOf = (wrapped: string): MasterKeys => {
    const ring = rings.find((one) => one.isOurs(wrapped));
    if (!ring) throw new KeyUnavailable('it is not what was wrapped, or by a ring that is not set');
    return ring;
  };
  return {
    wrap: current.wrap,
    unwrap: async (wrapped, vaultId) => ringOf(wrapped).unwrap(wrapped, vaultId),
    isOurs: (wrapped) => rings.some((ring) => ring.isOurs(wrapped)),
    nameOf: (wrapped) => ringOf(wrapped).nameOf(wrapped),
    holds: (name) => rings.some((ring) => ring.holds(name)),
    currentName: current.currentName,
    async probe() {
      await Promise.all(rings.map((ring) => ring.probe()));
    },
  };
}

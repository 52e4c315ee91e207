// Says that this browser stores a vault that its owner has not finished. What is in it is not read.
import { useEffect, useState } from 'react';
import { hasUnsentVault } from '../../people/sessions/find-unsent-work.ts';
import { browserStorage } from '../../people/sessions/forget-on-sign-out.ts';
import { Link } from '../../ui/link.tsx';

export function UnsentVaultLine({ ownerId }: { ownerId: string }) {
  const [isFound, setFound] = useState(false);
  useEffect(() => {
    void hasUnsentVault(ownerId, browserStorage(), new Date()).then(setFound);
  }, [ownerId]);
  if (!isFound) return null;
  return (
    <p className="mt-6 text-center text-muted text-sm">
      You have a vault you have not finished.{' '}
      <Link className="text-link inline-block py-3" to="/create-vault">
        Continue
      </Link>
    </p>
  );
}

// An object URL for a file while it is shown.
import { useEffect, useState } from 'react';

/** @param source an address is returned as it is; blank for none */
export function useAddress(source: Blob | string): string {
  const [made, setMade] = useState('');
  useEffect(() => {
    if (typeof source === 'string') return;
    const address = URL.createObjectURL(source);
    setMade(address);
    return () => {
      setMade('');
      URL.revokeObjectURL(address);
    };
  }, [source]);
  return typeof source === 'string' ? source : made;
}

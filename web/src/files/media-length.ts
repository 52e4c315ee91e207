// How long a file on this device plays, once the browser has read its beginning.
import { useEffect, useState } from 'react';
import { useAddress } from './thumbnail.tsx';

/** In seconds. @param source blank for none */
export function useMediaLength(source: Blob | ''): number | undefined {
  const address = useAddress(source);
  const [seconds, setSeconds] = useState<number>();
  useEffect(() => {
    if (address === '') return;
    const player = document.createElement('audio');
    player.preload = 'metadata';
    player.onloadedmetadata = () => setSeconds(player.duration);
    player.src = address;
    return () => {
      player.onloadedmetadata = null;
      player.removeAttribute('src');
    };
  }, [address]);
  return seconds;
}

// A thumbnail of a picture: from the device while the file is chosen, from the owner's link once it is stored. The browser makes it when
// it scrolls into view, and skips very large files.
import type { FileType } from '@remembrance/contract/files.ts';
import { useState } from 'react';
import { useAddress } from '../../lib/browser/use-address.ts';

interface ThumbnailProps {
  type: FileType;
  sizeBytes: number;
  /** The file on this device, or the address of the stored one. */
  source: Blob | string;
}

const maxBytes = 20 * 1024 * 1024;

/** Undefined if the file is no picture, or the browser cannot show it. */
export function useThumbnail({ type, sizeBytes, source }: ThumbnailProps) {
  const isPicture = type === 'art' && sizeBytes <= maxBytes;
  const url = useAddress(isPicture ? source : '');
  const [failed, setFailed] = useState('');
  if (url === '' || failed === url) return undefined;
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(url)}
      className="size-14 shrink-0 rounded-field border border-line bg-vellum object-cover"
    />
  );
}

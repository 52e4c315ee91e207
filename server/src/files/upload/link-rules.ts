// Signed upload and download links: what is signed, and how long they are valid. Pure. Ids, times and signatures need no escaping in a
// URL.
import { downloadLinkMinutes, uploadLinkMinutes } from '@remembrance/contract/limits.ts';
import { minutesLater } from '../../platform/lib/clock.ts';

interface Signer {
  sign(purpose: 'upload-link' | 'download-link', text: string): string;
  isSigned(purpose: 'upload-link' | 'download-link', text: string, signature: string): boolean;
}
interface SignedQuery {
  expires: string;
  signature: string;
}

export const uploadLinkExpiry = (now: Date): Date => minutesLater(now, uploadLinkMinutes);

/** The path and query of an upload link. It ends with the owner's session. */
export function uploadLink(signer: Signer, uploadId: string, sessionId: string, expiresAt: Date): string {
  const expires = String(expiresAt.getTime());
  const signature = signer.sign('upload-link', `${uploadId} ${sessionId} ${expires}`);
  return `/api/uploads/${uploadId}?access=${sessionId}&expires=${expires}&signature=${signature}`;
}

/** The path and query of a download link. It expires with `accessId`: the recipient's link, or the owner's session. */
export function downloadLink(signer: Signer, fileId: string, accessId: string, now: Date): string {
  const expires = String(minutesLater(now, downloadLinkMinutes).getTime());
  const signature = signer.sign('download-link', `${fileId} ${accessId} ${expires}`);
  return `/api/downloads/${fileId}?access=${accessId}&expires=${expires}&signature=${signature}`;
}

export const isUploadLinkValid = (
  signer: Signer,
  uploadId: string,
  query: SignedQuery & { access: string },
  now: Date,
): boolean =>
  Number(query.expires) > now.getTime() &&
  signer.isSigned('upload-link', `${uploadId} ${query.access} ${query.expires}`, query.signature);

export const isDownloadLinkValid = (
  signer: Signer,
  fileId: string,
  query: SignedQuery & { access: string },
  now: Date,
): boolean =>
  Number(query.expires) > now.getTime() &&
  signer.isSigned('download-link', `${fileId} ${query.access} ${query.expires}`, query.signature);

/** The path and query of a link to everything a recipient was left, as one archive. It expires with the recipient's link. */
export function copyLink(signer: Signer, linkId: string, now: Date): string {
  const expires = String(minutesLater(now, downloadLinkMinutes).getTime());
  const signature = signer.sign('download-link', `everything ${linkId} ${expires}`);
  return `/api/vault-access/everything?access=${linkId}&expires=${expires}&signature=${signature}`;
}

export const isCopyLinkValid = (
  signer: Signer,
  { access, expires, signature }: SignedQuery & { access: string },
  now: Date,
): boolean =>
  Number(expires) > now.getTime() && signer.isSigned('download-link', `everything ${access} ${expires}`, signature);

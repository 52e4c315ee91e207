// A vault's files: what may be added, how they are shown, and the signed links for upload and download.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { lengths } from './limits.ts';
import { line } from './text.ts';

export const fileTypes = ['document', 'art', 'music', 'video', 'message'] as const;
export type FileType = (typeof fileTypes)[number];

/** What the picker offers. The server stores any type and serves every one as an attachment. */
export const acceptedPickerTypes = ['image/*', 'audio/*', 'video/*', '.pdf', '.doc', '.docx', '.txt'] as const;

/** An image is art, audio is music, video is video, text or PDF is message, anything else is document. */
export function fileTypeOf(mimeType: string): FileType {
  if (mimeType.startsWith('image/')) return 'art';
  if (mimeType.startsWith('audio/')) return 'music';
  if (mimeType.startsWith('video/')) return 'video';
  if (mimeType.startsWith('text/') || mimeType.includes('pdf')) return 'message';
  return 'document';
}

/** A size as it is shown and stored: '1.25 MB'. */
export const fileSizeText = (bytes: number): string => `${(bytes / (1024 * 1024)).toFixed(2)} MB`;

const mimeTypeForm =
  /^[a-z0-9!#$&^_.+-]{1,63}\/[a-z0-9!#$&^_.+-]{1,63}( *; *[a-z0-9_-]+=("[ !#-[\]-~]{0,40}"|[a-z0-9!#$&^_.+,-]{1,40}))*$/i;

const mimeType = z
  .string('File type is required')
  .check(
    z.trim(),
    z.maxLength(lengths.mimeType, 'This file type is not known'),
    z.regex(mimeTypeForm, 'This file type is not known'),
  );

export const declaredFile = z.strictObject({
  fileName: line(lengths.fileName, 'File name is required'),
  fileType: z.enum(fileTypes, 'This file type is not known'),
  mimeType,
});

/** A file as the create call announces it. Its size is display text and is not trusted. */
export const announcedFile = z.strictObject({
  ...declaredFile.shape,
  fileSize: z.string('File size is required').check(z.maxLength(lengths.fileSize)),
});

export const vaultFile = z.object({
  id: z.string(),
  fileName: z.string(),
  fileType: z.enum(fileTypes),
  mimeType: z.string(),
  fileSize: z.string(),
  sizeBytes: z.int(),
  createdAt: z.string(),
});
export type VaultFile = z.output<typeof vaultFile>;

const vaultId = z.strictObject({ id: z.string() });

export const listFiles = endpoint({
  method: 'GET',
  path: '/api/vaults/:id/files',
  summary: "The files of the owner's vault.",
  access: 'owner',
  params: vaultId,
  reply: z.array(vaultFile),
  refusals: ['vault-not-found'],
});

export const requestUpload = endpoint({
  method: 'POST',
  path: '/api/vaults/:id/files/upload-url',
  summary:
    'Returns a signed address for the upload of one file, valid for 15 minutes. It reserves one of the five places.',
  access: 'owner',
  params: vaultId,
  body: declaredFile,
  reply: z.object({ uploadUrl: z.string() }),
  refusals: [
    'vault-not-found',
    'vault-released',
    'too-many-files',
    'plan-lapsed',
    'draft-storage-full',
    'storage-full',
  ],
});

const signed = z.strictObject({
  expires: z.string().check(z.maxLength(15), z.regex(/^\d{1,15}$/)),
  signature: z.string().check(z.maxLength(100)),
});

export const putUpload = endpoint({
  method: 'PUT',
  path: '/api/uploads/:uploadId',
  summary: 'Receives the raw bytes. Replies 204 only when they are durable. May be repeated until then, but not after.',
  access: 'signed-link',
  params: z.strictObject({ uploadId: z.string() }),
  query: signed,
  bodyKind: 'bytes',
  refusals: [
    'link-signature-refused',
    'upload-finished',
    'upload-incomplete',
    'file-empty',
    'vault-released',
    'vault-not-found',
    'too-many-files',
    'length-required',
    'too-large',
    'storage-full',
  ],
});

export const downloadFile = endpoint({
  method: 'GET',
  path: '/api/downloads/:fileId',
  summary:
    'The bytes of a released file, by a signed link valid for 15 minutes. Always an attachment; ranges are supported.',
  access: 'signed-link',
  params: z.strictObject({ fileId: z.string() }),
  query: z.strictObject({ ...signed.shape, access: z.string().check(z.maxLength(100)) }),
  replyKind: 'bytes',
  refusals: ['link-signature-refused', 'file-not-found', 'range-refused', 'file-damaged'],
});

// A vault's files: what may be added, how they are shown, and the signed links for upload and download.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { lengths } from './limits.ts';
import { blankableLine, blankableProse, line, optional, orBlank } from './text.ts';

export const fileTypes = ['document', 'art', 'music', 'video', 'message'] as const;
export type FileType = (typeof fileTypes)[number];

/** The types in the file picker. The server stores any type and serves every one as an attachment. */
export const acceptedPickerTypes = ['image/*', 'audio/*', 'video/*', '.pdf', '.doc', '.docx', '.txt'] as const;

/** An image is art, audio is music, video is video, text or PDF is message, anything else is document. */
export function fileTypeOf(mimeType: string): FileType {
  if (mimeType.startsWith('image/')) return 'art';
  if (mimeType.startsWith('audio/')) return 'music';
  if (mimeType.startsWith('video/')) return 'video';
  if (mimeType.startsWith('text/') || mimeType.includes('pdf')) return 'message';
  return 'document';
}

/** The size as the API has it: '1.25 MB'. */
export const fileSizeText = (bytes: number): string => `${(bytes / (1024 * 1024)).toFixed(2)} MB`;

/** The size on a page, which never shows a file as nothing: '1.25 MB', or 'under 0.01 MB'. */
export function shownSize(bytes: number): string {
  const text = fileSizeText(bytes);
  return bytes > 0 && text === fileSizeText(0) ? 'under 0.01 MB' : text;
}

const mimeTypeForm =
  /^[a-z0-9!#$&^_.+-]{1,63}\/[a-z0-9!#$&^_.+-]{1,63}( *; *[a-z0-9_-]+=("[ !#-[\]-~]{0,40}"|[a-z0-9!#$&^_.+,-]{1,40}))*$/i;

/** What a file is whose browser knows no type for it. */
const unknownType = 'application/octet-stream';

const mimeType = z.string('File type is required').check(
  z.trim(),
  z.overwrite((type) => type || unknownType),
  z.maxLength(lengths.mimeType, 'This file type is not known'),
  z.regex(mimeTypeForm, 'This file type is not known'),
);

export const declaredFile = z.strictObject({
  fileName: line(lengths.fileName, 'File name is required'),
  fileType: z.enum(fileTypes, 'This file type is not known'),
  mimeType,
});

const words = {
  /** Shown to the recipient instead of the file name. */
  caption: blankableLine(lengths.caption),
  /** The spoken text of a recording: plain text, or captions as WebVTT. */
  transcript: blankableProse(lengths.transcript),
};

const uploadRequest = z.strictObject({
  ...declaredFile.shape,
  caption: orBlank(words.caption),
  transcript: orBlank(words.transcript),
  /** Whether the file waits for the next save of the vault. On an activated vault it always does. */
  isPending: z._default(z.boolean(), false),
});

export const fileId = z.string().check(z.maxLength(100));

/** A file as an edit names it: one in the vault, or a pending one. Missing fields do not change. */
export const savedFile = z.strictObject({
  id: fileId,
  caption: optional(words.caption),
  transcript: optional(words.transcript),
});
export type SavedFile = z.output<typeof savedFile>;

/** A file as the create call announces it. Its size is display text and is not trusted. */
export const announcedFile = z.strictObject({
  ...declaredFile.shape,
  fileSize: z.string('File size is required').check(z.maxLength(lengths.fileSize)),
});

/** What the owner and the recipient see of a file. */
export const shownFile = {
  id: z.string(),
  fileName: z.string(),
  fileType: z.enum(fileTypes),
  mimeType: z.string(),
  fileSize: z.string(),
  sizeBytes: z.int(),
  /** Shown instead of the file name; may be blank. */
  caption: z.string(),
  /** The spoken text of a recording; may be blank. `isWebVtt` of captions.ts distinguishes captions from plain text. */
  transcript: z.string(),
  isDamaged: z.boolean(),
  /** The virus scanner's name for its finding at upload; null if there was none, or no scanner examined it. */
  finding: z.nullable(z.string()),
  /** Opens it for 15 minutes. For its owner only while the session is valid. */
  downloadUrl: z.string(),
};

export const vaultFile = z.object({
  ...shownFile,
  /** Whether its first bytes did not match its type. It is kept unchanged, as a file to download. */
  isOtherThanClaimed: z.boolean(),
  createdAt: z.string(),
});
export type VaultFile = z.output<typeof vaultFile>;

const vaultId = z.strictObject({ id: z.string() });

export const listFiles = endpoint({
  method: 'GET',
  path: '/api/vaults/:id/files',
  summary: "The files of the owner's vault, in order. Pending ones are not listed.",
  access: 'owner',
  readsContent: true,
  params: vaultId,
  reply: z.array(vaultFile),
  refusals: ['vault-not-found', 'vault-unreadable'],
});

export const requestUpload = endpoint({
  method: 'POST',
  path: '/api/vaults/:id/files/upload-url',
  summary:
    'Returns a signed address for the upload of one file, valid for 15 minutes. It reserves one of the five places, or one for a pending file.',
  access: 'owner',
  params: vaultId,
  body: uploadRequest,
  reply: z.object({
    uploadUrl: z.string(),
    /** The id that the file will have. */
    fileId: z.string(),
  }),
  refusals: [
    'vault-not-found',
    'vault-released',
    'too-many-files',
    'plan-lapsed',
    'edit-limit-reached',
    'draft-storage-full',
    'trial-storage-full',
    'storage-full',
    'storage-unavailable',
    'vault-unreadable',
  ],
});

/** The parameters that make a link valid without a session. */
export const signed = z.strictObject({
  expires: z.string().check(z.maxLength(15), z.regex(/^\d{1,15}$/)),
  signature: z.string().check(z.maxLength(100)),
});
/** A link that also names whose access it is, and ends with it. */
const signedAccess = z.strictObject({ ...signed.shape, access: z.string().check(z.maxLength(100)) });

export const putUpload = endpoint({
  method: 'PUT',
  path: '/api/uploads/:uploadId',
  summary: 'Receives the raw bytes. Replies 204 only when they are durable. May be repeated until then, but not after.',
  access: 'signed-link',
  params: z.strictObject({ uploadId: z.string() }),
  query: signedAccess,
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
    'storage-unavailable',
    'vault-unreadable',
  ],
});

export const downloadFile = endpoint({
  method: 'GET',
  path: '/api/downloads/:fileId',
  summary:
    'The bytes of a file, by a signed link valid for 15 minutes: of its owner, or of the recipient after the release. Always an attachment; ranges are supported.',
  access: 'signed-link',
  params: z.strictObject({ fileId: z.string() }),
  query: signedAccess,
  replyKind: 'bytes',
  refusals: ['link-signature-refused', 'file-not-found', 'range-refused', 'file-damaged', 'storage-unavailable'],
});

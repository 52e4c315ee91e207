// Compares the first bytes of a file with the type it claims. Names are unreliable: a picture may be stored as another kind of picture, and
// a file that is not a picture, video, audio or text of its kind is stored as plain bytes. Pure; nothing is decoded.
import { type FileType, fileTypeOf } from '@remembrance/contract/files.ts';

/** How many are examined: a PDF may start after other bytes. */
export const firstBytesLength = 1024;
const plainBytes = 'application/octet-stream';

export interface FoundType {
  mimeType: string;
  fileType: FileType;
  /** Whether the content differs from the claimed type. */
  isOtherThanClaimed: boolean;
}

export function typeByContent(claimed: { mimeType: string; fileType: FileType }, first: Buffer): FoundType {
  const mimeType = claimedOrFound(claimed.mimeType, first);
  if (mimeType === claimed.mimeType) return { ...claimed, isOtherThanClaimed: false };
  return { mimeType, fileType: fileTypeOf(mimeType), isOtherThanClaimed: mimeType === plainBytes };
}

function claimedOrFound(mimeType: string, first: Buffer): string {
  const claim = mimeType.split(';')[0]?.trim().toLowerCase() ?? '';
  const found = contentOf(first);
  if (claim === 'image/svg+xml') return found === 'markup' ? mimeType : pictureOr(found);
  if (pictures.has(claim)) return isOneFamily(claim, found) ? mimeType : pictureOr(found);
  if (claim === 'application/pdf') return first.includes('%PDF-') ? mimeType : plainBytes;
  return found === null || mayBeginAs(claim, found) ? mimeType : plainBytes;
}

/** Audio, video and text have too many formats to recognise them all, so only a certain mismatch is refused. */
function mayBeginAs(claim: string, found: string): boolean {
  if (/^(audio|video)\//.test(claim)) return found === 'recording';
  if (claim.startsWith('text/')) return found === 'markup';
  if (word.has(claim)) return !['program', 'recording'].includes(found);
  return true; // every other type is served as plain bytes anyway
}

/** Files of the same box format: their brand may name only the family. */
const boxed = ['image/avif', 'image/heic', 'image/heif'];
const isOneFamily = (claim: string, found: string | null): boolean =>
  claim === found || (found !== null && boxed.includes(claim) && boxed.includes(found));
const pictureOr = (found: string | null): string => (found && pictures.has(found) ? found : plainBytes);

const word = new Set(['application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document']);
/** The pictures that browsers show, by their first bytes; `?` matches any byte. */
const signatures: readonly (readonly [string, string])[] = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '47494638'],
  ['image/webp', '52494646????????57454250'],
  ['image/bmp', '424d????????00000000'],
  ['image/avif', '????????6674797061766966'],
  ['image/avif', '????????6674797061766973'],
  ...['68656963', '68656978', '68657663', '68657678'].map(
    (brand) => ['image/heic', `????????66747970${brand}`] as const,
  ),
  ['image/heif', '????????667479706d696631'],
  ['image/heif', '????????667479706d736631'],
  ['recording', '????????66747970'], // MP4 and QuickTime
  ['recording', '1a45dfa3'], // WebM and Matroska
  ['recording', '4f676753'], // Ogg
  ['recording', '664c6143'], // FLAC
  ['recording', '494433'], // MP3 with its title
  ['recording', '52494646????????57415645'], // WAV
  ['recording', '52494646????????415649'], // AVI
  ['recording', '000001ba'], // MPEG
  ['program', '4d5a??00'], // Windows
  ['program', '7f454c46'], // Linux
  ['program', 'cafebabe'], // Mac, Java
  ['program', 'cffaedfe'],
  ['program', '23212f'], // a script with its interpreter
  ['application/pdf', '255044462d'],
  ['archive', '504b0304'], // ZIP, and Word
  ['archive', '526172211a07'], // RAR
  ['archive', '377abcaf271c'], // 7z
  ['archive', '1f8b08'], // gzip
  ['document', 'd0cf11e0a1b11ae1'], // Word before 2007
];
const pictures = new Set(signatures.map(([type]) => type).filter((type) => type.startsWith('image/')));
const patterns = signatures.map(([type, hex]) => [type, new RegExp(`^${hex.replaceAll('??', '..')}`)] as const);

/** The certain type of the bytes, or null. */
function contentOf(first: Buffer): string | null {
  const hex = first.subarray(0, 16).toString('hex');
  const known = patterns.find(([, pattern]) => pattern.test(hex))?.[0];
  if (known) return known;
  return /^\s*<[!?a-z]/i.test(first.toString('utf8')) ? 'markup' : null;
}

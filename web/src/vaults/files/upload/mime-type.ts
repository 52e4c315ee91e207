// The type of a chosen file: many systems report none for old and rare formats, so the file extension decides.
import { declaredFile } from '@remembrance/contract/files.ts';

const unknownType = 'application/octet-stream';

const typeByExtension: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.bmp': 'image/bmp',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.heic': 'image/heic',
  '.heif': 'image/heif',
  '.avif': 'image/avif',
  '.jxl': 'image/jxl',
  '.dng': 'image/x-adobe-dng',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/x-wav',
  '.ogg': 'audio/ogg',
  '.weba': 'audio/webm',
  '.m4a': 'audio/mp4',
  '.flac': 'audio/flac',
  '.opus': 'audio/ogg',
  '.mka': 'audio/x-matroska',
  '.amr': 'audio/amr',
  '.awb': 'audio/amr-wb',
  '.3ga': 'audio/3gpp',
  '.dss': 'audio/x-dss',
  '.ds2': 'audio/x-dss',
  '.qcp': 'audio/qcelp',
  '.gsm': 'audio/x-gsm',
  '.wma': 'audio/x-ms-wma',
  '.wv': 'audio/x-wavpack',
  '.ape': 'audio/x-ape',
  '.ac3': 'audio/ac3',
  '.ra': 'audio/x-pn-realaudio',
  '.au': 'audio/basic',
  '.caf': 'audio/x-caf',
  '.aif': 'audio/aiff',
  '.aifc': 'audio/aiff',
  '.aiff': 'audio/aiff',
  '.mid': 'audio/midi',
  '.midi': 'audio/midi',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.ogv': 'video/ogg',
  '.mkv': 'video/x-matroska',
  '.avi': 'video/x-msvideo',
  '.divx': 'video/x-msvideo',
  '.wmv': 'video/x-ms-wmv',
  '.mpg': 'video/mpeg',
  '.mpeg': 'video/mpeg',
  '.mod': 'video/mpeg',
  '.tod': 'video/mp2t',
  '.mts': 'video/mp2t',
  '.m2ts': 'video/mp2t',
  '.dv': 'video/dv',
  '.mxf': 'video/mxf',
  '.flv': 'video/x-flv',
  '.f4v': 'video/mp4',
  '.rm': 'video/vnd.rn-realvideo',
  '.rmvb': 'video/vnd.rn-realvideo',
  '.vob': 'video/mpeg',
  '.asf': 'video/x-ms-asf',
  '.3gp': 'video/3gpp',
  '.3g2': 'video/3gpp2',
  '.mov': 'video/quicktime',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** The type sent to the service: from the browser, otherwise from the file name, otherwise plain bytes. */
export function mimeTypeOf({ name, type }: Pick<File, 'name' | 'type'>): string {
  const known = typeByExtension[extensionOf(name)];
  // Some systems report an MXF video as an application.
  const isKnownBetter = type === '' || type.toLowerCase().startsWith('application/');
  const mimeType = (isKnownBetter && known) || type || unknownType;
  return declaredFile.shape.mimeType.safeParse(mimeType).success ? mimeType : unknownType;
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot).toLowerCase();
}

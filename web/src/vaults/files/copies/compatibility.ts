// Which files the recipient's device may be unable to show, the hint for them, and the copy that most browsers show. Pure.
import { acceptedPickerTypes } from '@remembrance/contract/files.ts';

export interface Compatibility {
  /** The note that the owner reads next to the file. */
  hint: string;
  copy?: 'JPEG' | 'MP4';
}

interface Format {
  /** Matches the media type without its parameters. */
  types: RegExp;
  /** Matches the file name. Many systems report no type for these. */
  ending: RegExp;
  what: string;
  copy?: Compatibility['copy'];
}

/** Formats that only some common browsers show, or none. The first match counts. */
const formats: readonly Format[] = [
  {
    types: /^image\/hei[cf](-sequence)?$/,
    ending: /\.hei[cf]$/i,
    what: 'Pictures in the HEIC format',
    copy: 'JPEG',
  },
  { types: /^video\/quicktime$/, ending: /\.(mov|qt)$/i, what: 'MOV films', copy: 'MP4' },
  {
    types: /^image\/(tiff|jxl|jp[2xm]|jpeg2000|x-(?!icon|ms-bmp|png)|vnd\.adobe)/,
    ending: /\.(tiff?|jxl|jp2|psd|dng|cr[23w]|nef|arw|orf|rw2|raf)$/i,
    what: 'Pictures of this kind',
  },
  {
    types:
      /^video\/(x-matroska|x-msvideo|avi|(x-)?divx|x-ms-(wmv|asf)|mpeg|mp2[pt]|3gpp2?|x-flv|dvd|(x-)?dv|mxf|vnd\.rn-realvideo|vnd\.dlna\.mpeg-tts)$/,
    ending: /\.(mkv|avi|divx|wmv|asf|mpe?g|mod|tod|vob|3gp|3g2|m?ts|m2ts|dv|mxf|flv|f4v|rm|rmvb)$/i,
    what: 'Films of this kind',
  },
  {
    types:
      /^audio\/(amr(-wb)?|3gpp2?|x-ms-wma|x-caf|(x-)?aiff|(x-|sp-)?midi?|x-pn-realaudio|basic|ac3|x-ape|x-matroska|(x-)?dss|qcelp|(x-)?gsm|(x-)?wavpack)$/,
    ending: /\.(amr|awb|wma|caf|aif[fc]?|midi?|ra|au|ac3|ape|3ga|mka|ds[s2]|qcp|gsm|wv)$/i,
    what: 'Sound files of this kind',
  },
];

/** Null for a file that every current browser shows or every device opens: the kinds that the picker offers, but for those above. */
export function compatibilityOf({ name, mimeType }: { name: string; mimeType: string }): Compatibility | null {
  const type = mimeType.split(';')[0]?.trim().toLowerCase() ?? '';
  const format = formats.find(({ types, ending }) => types.test(type) || ending.test(name));
  if (format) return compatibility(format.what, format.copy);
  return isOffered(name, type) ? null : compatibility('Files of this kind', undefined);
}

const isOffered = (name: string, type: string): boolean =>
  acceptedPickerTypes.some((offered) =>
    offered.startsWith('.') ? name.toLowerCase().endsWith(offered) : type.startsWith(offered.slice(0, -1)),
  );

/** For an MP4 with HEVC video. Its name and type do not reveal that. */
export const hevcCompatibility = (): Compatibility => compatibility('Films in the HEVC format', 'MP4');

const compatibility = (what: string, copy: Compatibility['copy']): Compatibility => ({
  hint: `${what} open on some devices but not on others. The recipient can always download the file, but may need a program to open it.`,
  ...(copy && { copy }),
});

/** The copy's name: 'lake.heic' becomes 'lake.jpg', and 'film.mp4' becomes 'film (copy).mp4'. */
export function copyName(name: string, copy: 'JPEG' | 'MP4'): string {
  const made = `${name.replace(/\.[^.]{1,5}$/, '')}.${copy === 'JPEG' ? 'jpg' : 'mp4'}`;
  return made.toLowerCase() === name.toLowerCase() ? made.replace(/(\.[^.]+)$/, ' (copy)$1') : made;
}

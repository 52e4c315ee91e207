// Which files the recipient's browser may be unable to show, what to say of them, and the copy that most browsers show. Pure.

export interface Compatibility {
  /** What the owner reads beside the file. */
  hint: string;
  copy?: 'JPEG' | 'MP4';
}

/** Null for a file that every current browser shows, and for documents, which are only downloaded. */
export function compatibilityOf({ name, mimeType }: { name: string; mimeType: string }): Compatibility | null {
  const type = mimeType.split(';')[0] ?? '';
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name))
    return { hint: mayNotShow('Pictures in the HEIC format'), copy: 'JPEG' };
  if (type === 'video/quicktime' || /\.mov$/i.test(name)) return { hint: mayNotShow('MOV films'), copy: 'MP4' };
  if (/^video\/(x-matroska|x-msvideo|x-ms-wmv|mpeg|3gpp)/.test(type) || /\.(mkv|avi|wmv|mpe?g|3gp)$/i.test(name))
    return { hint: mayNotShow('Films of this kind') };
  if (/^image\/(tiff|x-|vnd\.adobe)/.test(type)) return { hint: mayNotShow('Pictures of this kind') };
  return null;
}

const mayNotShow = (what: string): string =>
  `${what} open on some devices and not on others. The recipient can always download the file, and may need a program for it.`;

/** The name of the copy: 'lake.heic' becomes 'lake.jpg'. */
export const copyName = (name: string, copy: 'JPEG' | 'MP4'): string =>
  `${name.replace(/\.[^.]{1,5}$/, '')}.${copy === 'JPEG' ? 'jpg' : 'mp4'}`;

// Makes a copy that most browsers show, a picture as JPEG or a video as MP4, without leaving this browser. It does not copy what it cannot
// read, and the original stays unchanged.
import { drawingOf } from '../../../lib/browser/drawing.ts';
import { copyName } from './compatibility.ts';

/** A video is rewritten in memory. */
const maxFilmBytes = 256 * 1024 * 1024;
const quality = 0.92;

/** @throws if the browser cannot read the file or write the copy */
export async function makeCopy(file: File, copy: 'JPEG' | 'MP4'): Promise<File> {
  const bytes = copy === 'JPEG' ? await pictureAsJpeg(file) : await filmAsMp4(file);
  const type = copy === 'JPEG' ? 'image/jpeg' : 'video/mp4';
  return new File([bytes], copyName(file.name, copy), { type, lastModified: file.lastModified });
}

/** Applies the picture's rotation. The copy holds neither its location nor the camera. */
async function pictureAsJpeg(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const { canvas, context } = drawingOf(picture.width, picture.height);
  context.drawImage(picture, 0, 0);
  picture.close();
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  return jpeg ?? Promise.reject(new Error('the picture is too large for a canvas'));
}

async function filmAsMp4(file: File): Promise<ArrayBuffer> {
  if (file.size > maxFilmBytes) throw new Error('the film is too large to be rewritten here');
  const { rewriteAsMp4 } = await import('./rewrite-media.ts');
  return rewriteAsMp4(file);
}

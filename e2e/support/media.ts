// Generates real files: a photo, a song, a document and a text, so that tests can compare uploads with downloads.
import { createHash } from 'node:crypto';
import type { Browser, BrowserContext } from '@playwright/test';

/** In the form that `setInputFiles` accepts. */
export interface MadeFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A lake in the evening with film grain, as large as a phone's photo, encoded as JPEG by the browser. */
export async function makePhoto(browser: Browser | BrowserContext): Promise<MadeFile> {
  const page = await browser.newPage();
  const base64 = await page.evaluate(async () => {
    const [width, height, shore] = [1600, 1200, 690];
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser cannot draw');
    const fill = (colours: string[], from: number, to: number) => {
      const gradient = context.createLinearGradient(0, from, 0, to);
      for (const [index, colour] of colours.entries()) gradient.addColorStop(index / (colours.length - 1), colour);
      context.fillStyle = gradient;
    };
    const ridge = (top: number, rise: number, phase: number, colour: string) => {
      context.beginPath();
      context.moveTo(0, shore);
      for (let x = 0; x <= width; x += 8)
        context.lineTo(x, top - rise * (Math.sin(x / 310 + phase) + 0.4 * Math.sin(x / 97 + phase * 3)));
      context.lineTo(width, shore);
      context.fillStyle = colour;
      context.fill();
    };
    fill(['#33566f', '#8fa3a4', '#f0cfa0', '#f6b87c'], 0, shore);
    context.fillRect(0, 0, width, shore);
    context.beginPath();
    context.arc(1060, 560, 62, 0, 2 * Math.PI);
    context.fillStyle = '#fff0cf';
    context.fill();
    ridge(560, 70, 0.4, '#7f8d8e');
    ridge(610, 48, 2.2, '#4d6468');
    ridge(655, 24, 4.1, '#233d3c');
    // The water reflects everything above it, darker.
    context.save();
    context.translate(0, 2 * shore);
    context.scale(1, -1);
    context.drawImage(canvas, 0, 0, width, shore, 0, 0, width, shore);
    context.restore();
    fill(['#10242a33', '#10242ae6'], shore, height);
    context.fillRect(0, shore, width, height - shore);
    const image = context.getImageData(0, 0, width, height);
    for (let at = 0; at < image.data.length; at += 4) {
      const grain = (Math.random() - 0.5) * 22;
      for (const channel of [0, 1, 2]) image.data[at + channel] = (image.data[at + channel] ?? 0) + grain;
    }
    context.putImageData(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    return new Uint8Array(await blob.arrayBuffer()).toBase64();
  });
  await page.close();
  return { name: 'Lake in June.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') };
}

/** A tone that falls and fades, as 16-bit PCM in a RIFF container. */
export function makeSong(): MadeFile {
  const rate = 22_050;
  const samples = Buffer.alloc(rate * 2 * 2);
  for (let at = 0; at < samples.length / 2; at += 1) {
    const seconds = at / rate;
    const height = Math.sin(2 * Math.PI * (440 - 60 * seconds) * seconds) * Math.exp(-seconds);
    samples.writeInt16LE(Math.round(height * 20_000), at * 2);
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20); // PCM
  head.writeUInt16LE(1, 22); // one channel
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return { name: 'Lullaby.wav', mimeType: 'audio/wav', buffer: Buffer.concat([head, samples]) };
}

/** A page with one line, and its object offset table. */
export function makeDocument(): MadeFile {
  const content = 'BT /F1 24 Tf 72 700 Td (Where the keys are) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = String(text.length).padStart(10, '0');
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${place} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const tail = `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return {
    name: 'Where the keys are.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(text + table + tail, 'latin1'),
  };
}

/** A text whose name and content use every UTF-8 length. */
export const makeText = (name = 'Für Élise — 手紙 📝.txt'): MadeFile => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from('Liebe Élise,\n手紙をありがとう。\n\nשלום ומרחבא — مرحبا 📝\n'),
});

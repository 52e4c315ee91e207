// Characters that no text field stores, and the message that names the character and its position, because it is invisible.

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses
const inLine = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses
const inLines = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u;

/** The allowed characters of a single-line and a multi-line text. */
export const oneLine = new RegExp(inLine.source.replace('[', '^[^').concat('*$'), 'u');
export const manyLines = new RegExp(inLines.source.replace('[', '^[^').concat('*$'), 'u');

export const unusableInLine = (text: unknown): string => sentenceFor(String(text), inLine);
export const unusableInLines = (text: unknown): string => sentenceFor(String(text), inLines);

/** The text is not repeated: it may be an answer. Positions count characters as people do. */
function sentenceFor(text: string, unusable: RegExp): string {
  const at = Math.max(text.search(unusable), 0);
  const lines = text.slice(0, at).split('\n');
  const place = [...(lines.at(-1) ?? '')].length + 1;
  const isLong = unusable === inLines && text.includes('\n');
  return `Character ${place}${isLong ? ` of line ${lines.length}` : ''} (${nameOf(text.charCodeAt(at))}) cannot be used. Please remove it`;
}

const nameOf = (code: number): string => {
  if ([0x0a, 0x0d, 0x85, 0x2028, 0x2029].includes(code)) return 'a line end';
  if (code === 0x09) return 'a tab';
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
};

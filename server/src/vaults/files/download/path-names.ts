// Names of files in an archive: every name can be unpacked on every system, and no two files get the same name. Pure.
import { withoutDirectionMarks } from '@remembrance/contract/invisible.ts';

/** Leaves room for a number before and after the name: most systems allow 255 bytes. */
const maxBytes = 200;
/** Windows treats these names as devices, with any extension. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A file name that is valid on every system. A long one keeps its extension. */
export function pathPart(name: string): string {
  const safe = withoutDirectionMarks(name.toWellFormed())
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this replaces
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '_')
    .replace(/^[. ]+|[. ]+$/g, '');
  const [, stem = '', ending = ''] = /^(.*?)(\.[^. ]{1,10})?$/u.exec(safe) ?? [];
  const part = cutTo(stem, maxBytes - Buffer.byteLength(ending)) + ending;
  return device.test(part) ? `_${part}` : part || '_';
}

function cutTo(text: string, max: number): string {
  if (Buffer.byteLength(text) <= max) return text;
  let cut = '';
  for (const character of text) {
    if (Buffer.byteLength(cut + character) > max) break;
    cut += character;
  }
  return cut.replace(/[. ]+$/, '');
}

/** Makes the names unique: a second "a.txt" becomes "a (2).txt". */
export function uniqueNames(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const [, stem = name, ending = ''] = /^(.+?)(\.[^.]{1,10})?$/.exec(name) ?? [];
    let unique = name;
    for (let count = 2; taken.has(sameName(unique)); count += 1) unique = `${stem} (${count})${ending}`;
    taken.add(sameName(unique));
    return unique;
  });
}

/** Some systems ignore case, or the difference between two encodings of an accent. */
const sameName = (name: string): string => name.normalize('NFC').toLowerCase();

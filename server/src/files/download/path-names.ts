// Names of files in an archive: every name can be unpacked on every system, and no two files get the same name. Pure.
// Windows allows 260 characters for a path, and unpacks into a folder with the name of the archive: the longest path in one has 180.
import { withoutDirectionMarks } from '@remembrance/contract/invisible.ts';

/** Most systems allow 255 bytes for a name. This leaves room for a number before and after it. */
const maxBytes = 200;
/** The characters of a name before its extension, as Windows counts them. */
const maxStem = 80;
/** The characters of a folder's name. */
export const maxFolder = 40;
/** Windows treats these names as devices, with any extension and with spaces before it. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³]) *(?:\.|$)/i;

/** A file name that is valid on every system. A long one keeps its extension. @param max the characters before it */
export function pathPart(name: string, max = maxStem): string {
  const safe = withoutDirectionMarks(name.toWellFormed())
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this replaces
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '_')
    .replace(/^[. ]+|[. ]+$/g, '');
  const part = cutTo(max, safe);
  return device.test(part) ? cutTo(max, `_${safe}`) : part || '_';
}

function cutTo(max: number, name: string): string {
  const [, stem = '', ending = ''] = /^(.*?)(\.[^. ]{1,10})?$/u.exec(name) ?? [];
  const bytes = maxBytes - Buffer.byteLength(ending);
  if (stem.length <= max && Buffer.byteLength(stem) <= bytes) return name;
  let cut = '';
  for (const character of stem) {
    if (cut.length + character.length > max || Buffer.byteLength(cut + character) > bytes) break;
    cut += character;
  }
  return cut.replace(/[. ]+$/, '') + ending;
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

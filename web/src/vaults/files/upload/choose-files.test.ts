// Choosing files: each is accepted or refused by name before upload, within the limits the service enforces.
import { fileTypeOf } from '@remembrance/contract/files.ts';
import { filesPerVault, maxFileBytes } from '@remembrance/contract/limits.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compatibilityOf } from '../copies/compatibility.ts';
import { chooseFiles } from './choose-files.ts';
import { mimeTypeOf } from './mime-type.ts';

const file = (name: string, type = 'image/png', bytes = 3): File => new File([new Uint8Array(bytes)], name, { type });

/** A file that reports a size without holding that many bytes. */
function largeFile(name: string, size: number): File {
  const claimed = file(name);
  Object.defineProperty(claimed, 'size', { value: size });
  return claimed;
}

describe('choosing files', () => {
  it('the form accepts pictures, songs, videos, PDF, Word and text, in the order given', () => {
    const names = ['a.png', 'b.mp3', 'c.webm', 'd.pdf', 'e.docx'];
    const types = ['image/png', 'audio/mpeg', 'video/webm', 'application/pdf', ''];
    const choice = chooseFiles(
      [],
      names.map((name, index) => file(name, types[index])),
    );
    expect(choice.refusals).toEqual([]);
    expect(choice.files.map((chosen) => chosen.file.name)).toEqual(names);
    expect(new Set(choice.files.map((chosen) => chosen.key)).size).toBe(names.length);
  });

  it('the form refuses the sixth file by name and keeps the first five', () => {
    const five = chooseFiles(
      [],
      Array.from({ length: filesPerVault }, (_, index) => file(`${index}.png`)),
    ).files;
    const choice = chooseFiles(five, [file('sixth.png')]);
    expect(choice.files).toEqual(five);
    expect(choice.refusals).toEqual(['“sixth.png” was not added: a vault holds at most 5 files.']);
  });

  it('the form refuses an empty file by name', () => {
    expect(chooseFiles([], [file('nothing.txt', 'text/plain', 0)])).toEqual({
      files: [],
      refusals: ['“nothing.txt” was not added: it is empty.'],
    });
  });

  it('the form accepts a file of exactly 500 MiB and refuses one byte more by name', () => {
    expect(chooseFiles([], [largeFile('film.mp4', maxFileBytes)]).refusals).toEqual([]);
    expect(chooseFiles([], [largeFile('film.mp4', maxFileBytes + 1)]).refusals).toEqual([
      '“film.mp4” was not added: it is larger than 500 MB.',
    ]);
  });

  it('the form takes a kind the picker does not offer, and says that not every device opens it', () => {
    const names = ['table.csv', 'letter.odt', 'papers.zip', 'notes.xyz', 'no ending'];
    const types = ['text/csv', 'application/vnd.oasis.opendocument.text', 'application/zip', '', ''];
    const { files, refusals } = chooseFiles(
      [],
      names.map((name, index) => file(name, types[index])),
    );
    expect(refusals).toEqual([]);
    expect(files.map(({ mimeType }) => fileTypeOf(mimeType))).toEqual(['message', ...Array(4).fill('document')]);
    for (const { file: chosen, mimeType } of files)
      expect(compatibilityOf({ name: chosen.name, mimeType })?.hint).toContain(
        'open on some devices but not on others',
      );
    for (const name of ['a.pdf', 'b.DOCX', 'c.txt', 'd.png'])
      expect([name, compatibilityOf({ name, mimeType: mimeTypeOf(file(name, '')) })]).toEqual([name, null]);
  });

  it('the form accepts old and rare audio and video formats by extension, whatever their type, and says who may not open them', () => {
    const films = 'dv mod tod mxf divx avi wmv mpg mpeg mts m2ts flv f4v rm rmvb vob asf 3gp 3g2 mkv'.split(' ');
    const sounds = 'dss ds2 qcp gsm mka wv amr awb 3ga wma ape ac3 ra au caf aif aifc aiff mid midi'.split(' ');
    for (const ending of [...films, ...sounds])
      for (const type of ['', 'application/octet-stream', `application/${ending}`]) {
        const { files, refusals } = chooseFiles([], [file(`Tape 1.${ending.toUpperCase()}`, type)]);
        expect([ending, refusals, files[0]?.mimeType.split('/')[0]]).toEqual([
          ending,
          [],
          films.includes(ending) ? 'video' : 'audio',
        ]);
        const mimeType = files[0]?.mimeType ?? '';
        expect([
          ending,
          compatibilityOf({ name: 'a name', mimeType })?.hint ??
            compatibilityOf({ name: `a.${ending}`, mimeType })?.hint,
        ]).toEqual([ending, expect.stringContaining('open on some devices')]);
      }
  });

  it('the form refuses a name that the service would not accept', () => {
    expect(chooseFiles([], [file(`${'n'.repeat(256)}.png`)]).refusals).toHaveLength(1);
    expect(chooseFiles([], [file('two\nlines.png')]).refusals).toHaveLength(1);
  });

  it('the form leaves emoji and right-to-left names unchanged', () => {
    const names = ['تذكار العائلة.pdf', '👵🏽 recipes.txt'];
    const choice = chooseFiles(
      [],
      names.map((name) => file(name, '')),
    );
    expect(choice.files.map((chosen) => chosen.file.name)).toEqual(names);
  });

  it('the form never sends a type the service would refuse', () => {
    expect(mimeTypeOf({ name: 'a.heic', type: '' })).toBe('image/heic');
    expect(mimeTypeOf({ name: 'a', type: '' })).toBe('application/octet-stream');
    expect(mimeTypeOf({ name: 'a.png', type: 'not a type' })).toBe('application/octet-stream');
  });

  it('the form accepts or refuses each file by its name, in order and never more than five', () => {
    const types = fc.constantFrom('image/png', 'video/mp4', 'text/plain', 'text/html', 'application/zip', '');
    const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    const files = fc.array(fc.record({ name: names, type: types, bytes: fc.nat(2) }), { maxLength: 12 });
    fc.assert(
      fc.property(files, (given) => {
        const added = given.map(({ name, type, bytes }) => file(name, type, bytes));
        const { files: chosen, refusals } = chooseFiles([], added);
        expect(chosen.length).toBeLessThanOrEqual(filesPerVault);
        expect(chosen.length + refusals.length).toBe(added.length);
        const accepted = chosen.map((one) => one.file);
        expect(added.filter((one) => accepted.includes(one))).toEqual(accepted);
        const refused = added.filter((one) => !accepted.includes(one));
        for (const [index, { name }] of refused.entries()) expect(refusals[index]).toContain(name);
      }),
    );
  });
});

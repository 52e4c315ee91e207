// For property tests: any Unicode character, as a unit of `fc.string`. fast-check's own unit "binary" generates the same, but first
// builds a table of all 1.1 million characters, which takes two seconds in every test file.
import fc from 'fast-check';

const firstSurrogate = 0xd800;
const surrogates = 0x800;

const characterOf = (index: number): string =>
  String.fromCodePoint(index < firstSurrogate ? index : index + surrogates);

// With this, fast-check also generates texts such as "__proto__".
function indexOf(character: unknown): number {
  const codePoint = typeof character === 'string' ? (character.codePointAt(0) ?? -1) : -1;
  if (codePoint < 0 || characterOf(codePoint < firstSurrogate ? codePoint : codePoint - surrogates) !== character)
    throw new Error('not one character');
  return codePoint < firstSurrogate ? codePoint : codePoint - surrogates;
}

export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - surrogates })
  .map(characterOf, indexOf);

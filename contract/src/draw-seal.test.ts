// A seal never changes, and two seals look different even at their smallest size of 48 pixels.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { differenceOf, rasterOf } from '../testing/seal-raster.ts';
import { drawSeal, engrave, type SealTraits, sealChoices, traitsOf } from './draw-seal.ts';
import golden from './golden-seal.json' with { type: 'json' };

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const idAt = (index: number) =>
  sha256(String(index)).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, (_, ...parts) =>
    [parts[0], parts[1], `7${parts[2]}`, `a${parts[3]}`, parts[4]].join('-'),
  );
const ids = Array.from({ length: 2_000 }, (_, index) => idAt(index));
const names = Object.keys(sealChoices) as (keyof SealTraits)[];
/** Traits of fine lines around the light, visible only at larger sizes. */
const fine = new Set<keyof SealTraits>(['points', 'openness']);
const placeOf = (name: keyof SealTraits, traits: SealTraits) =>
  (sealChoices[name] as readonly unknown[]).indexOf(traits[name]);

test('the seal of an id is the same drawing forever', () => {
  expect(drawSeal('0199a8e2-5b7c-7d10-9f3e-6a4c2b1d0e55')).toEqual(golden);
  expect(sha256(JSON.stringify(ids.map(drawSeal)))).toBe(
    '6acc99609d3e797e23a37b98f12ffe00e4c8f7296e416689fcd8123df226147f',
  );
});

test('all 331,776 seals are about equally likely, and ids that differ in one letter have unrelated seals', () => {
  expect(names.reduce((product, name) => product * sealChoices[name].length, 1)).toBe(331_776);
  const all = ids.map(traitsOf);
  for (const name of names)
    for (const place of sealChoices[name].keys()) {
      const found = all.filter((traits) => placeOf(name, traits) === place).length;
      expect((found / all.length) * sealChoices[name].length, `${name} ${place}`).toBeCloseTo(1, 0);
    }
  const neighbours = ids.map((id) => traitsOf(`${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`));
  const same = neighbours.map((other, index) => names.filter((name) => other[name] === all[index]?.[name]).length);
  const expected = names.reduce((sum, name) => sum + 1 / sealChoices[name].length, 0);
  expect(same.reduce((sum, count) => sum + count, 0) / same.length).toBeCloseTo(expected, 1);
});

test('at 48 pixels a seal that differs in one trait looks different; fine lines differ at larger sizes', () => {
  for (const id of ids.slice(0, 3)) {
    const traits = traitsOf(id);
    for (const name of names) {
      const size = fine.has(name) ? 160 : 48;
      const raster = rasterOf(engrave(traits), size);
      for (const value of sealChoices[name].filter((choice) => choice !== traits[name])) {
        const other = rasterOf(engrave({ ...traits, [name]: value }), size);
        const difference = differenceOf(raster, other);
        expect(difference, `${JSON.stringify(traits)} with ${name} ${value}`).toBeGreaterThan(
          size === 48 ? 0.04 : 0.01,
        );
      }
    }
  }
});

test('no two of 60 vaults have seals that look alike at 48 pixels', () => {
  const rasters = ids.slice(0, 60).map((id) => rasterOf(drawSeal(id), 48));
  const differences = rasters.flatMap((one, index) =>
    rasters.slice(index + 1).map((other) => differenceOf(one, other)),
  );
  expect(Math.min(...differences)).toBeGreaterThan(0.1);
});

// Types for the part of the package that we use; it ships none.
declare module 'subset-font' {
  export interface Options {
    variationAxes: Record<string, number | { min: number; max: number }>;
    /** Leaves out glyphs that have no character. */
    noLayoutClosure?: boolean;
  }
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: Options & { targetFormat: 'woff2' | 'sfnt' },
  ): Promise<Buffer>;
}

// Types for the part of the package that we use; it has none of its own.
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: { targetFormat: 'woff2' | 'sfnt'; variationAxes: Record<string, number> },
  ): Promise<Buffer>;
}

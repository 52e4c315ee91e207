// Names a browser in plain words from its user agent. Pure. Unknown parts are omitted, never guessed.

/** The order matters, because most browsers also claim to be those further down. */
const browsers = [
  ['Edge', /\bEdgA?(?:iOS)?\//],
  ['Opera', /\bOPR\/|\bOPT\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\bChrome\/|\bCriOS\/|\bChromium\/|\bHeadlessChrome\//],
  ['Safari', /\bVersion\/[\d.]+ .*Safari\//],
] as const;
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b|\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
] as const;

/** "Firefox on Windows", "Safari on iPhone", or "Unknown browser". */
export function deviceInWords(userAgent: string | null): string {
  const find = (known: readonly (readonly [string, RegExp])[]) =>
    known.find(([, sign]) => sign.test(userAgent ?? ''))?.[0];
  const system = find(systems);
  return `${find(browsers) ?? 'Unknown browser'}${system ? ` on ${system}` : ''}`;
}

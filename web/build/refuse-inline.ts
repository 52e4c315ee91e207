// Stops the build at what the Content-Security-Policy would refuse in the browser: inline scripts, handlers and style attributes.
const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>/i;
const inlineAttribute = /<[a-z][^>]*\s(style|on[a-z]+)=/i;

export function refuseInline(pattern: string, html: string): void {
  const withoutStylesheet = html.replace(/<style>[\s\S]*?<\/style>/, '');
  const found = withoutStylesheet.match(inlineScript) ?? withoutStylesheet.match(inlineAttribute);
  if (found) throw new Error(`the page ${pattern} would break the Content-Security-Policy: ${found[0].slice(0, 200)}`);
}

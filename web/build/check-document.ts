// Stops the build at a page that would not work when served: it contains what the Content-Security-Policy blocks (inline scripts,
// handlers and style attributes), a placeholder that the server could not fill, or a script that may run before the app's place is there.
const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>/i;
const inlineAttribute = /<[a-z][^>]*\s(style|on[a-z]+)=/i;
const earlyScript = /<script[^>]*\sasync\b[^>]*>(?=[\s\S]*<div id="root")/i;
const encodedName = /%7B%7B.{0,40}/i;

export function checkDocument(pattern: string, html: string): void {
  const withoutStylesheet = html.replace(/<style>[\s\S]*?<\/style>/, '');
  const refuse = (reason: string, found: RegExpMatchArray | null): void => {
    if (found) throw new Error(`the page ${pattern} ${reason}: ${found[0].slice(0, 200)}`);
  };
  refuse('violates the Content-Security-Policy', withoutStylesheet.match(inlineScript));
  refuse('violates the Content-Security-Policy', withoutStylesheet.match(inlineAttribute));
  refuse('starts a script before the place of the app', html.match(earlyScript));
  refuse('contains an encoded name, which the server cannot fill in', withoutStylesheet.match(encodedName));
}

// Asks for confirmation if the sign-out request came from another site. It uses a link, which counts as confirmation when
// opened from our own page; our form policy would block a form if signing out leads to another origin.
import { html } from '@remembrance/contract/markup.ts';

export function logoutPage(productName: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Sign out of ${productName}?</title>
</head>
<body>
<main>
<h1>Sign out of ${productName}?</h1>
<p>You came here from another site, so you are still signed in.</p>
<p><a href="/api/logout">Sign out</a></p>
<p><a href="/">Stay signed in</a></p>
</main>
</body>
</html>
`.markup;
}

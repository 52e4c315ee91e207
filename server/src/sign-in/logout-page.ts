// Asks before signing out when it was not this site that sent the person here. The link, being followed from our own
// page, is the confirmation; a form would be stopped by the policy on forms where signing out leads to another origin.
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
<p>You came here from somewhere else, so nothing has been done yet.</p>
<p><a href="/api/logout">Sign out</a></p>
<p><a href="/">Stay signed in</a></p>
</main>
</body>
</html>
`.markup;
}

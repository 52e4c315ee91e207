// During development, fills the placeholders that the server fills in production.
import type { Plugin } from 'vite';

export function fillNames(): Plugin {
  const names: Record<string, string> = {
    PRODUCT_NAME: process.env.PRODUCT_NAME ?? 'Remembrance',
    SUPPORT_EMAIL: process.env.SUPPORT_EMAIL ?? 'support@localhost',
    PUBLIC_URL: process.env.PUBLIC_URL ?? 'http://localhost:5173',
  };
  return {
    name: 'fill-names',
    apply: 'serve',
    transformIndexHtml: (html) => html.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => names[name] ?? whole),
  };
}

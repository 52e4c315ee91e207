// How this installation is called and where it is reached. The server writes both into every page it serves; the
// placeholders stand in the prerendered pages until then, so that what the browser renders is what it was sent.
const meta = (name: string, placeholder: string): string =>
  typeof document === 'undefined'
    ? placeholder
    : (document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? placeholder);

export const product = {
  name: meta('product-name', '{{PRODUCT_NAME}}'),
  supportEmail: meta('support-email', '{{SUPPORT_EMAIL}}'),
  publicUrl: meta('public-url', '{{PUBLIC_URL}}'),
} as const;

// The name and addresses of this installation. The server writes them into every page it serves. Prerendered pages contain
// placeholders, so that the browser hydrates the same markup it received.
const meta = (name: string, placeholder: string): string =>
  typeof document === 'undefined'
    ? placeholder
    : (document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? placeholder);

export const product = {
  name: meta('product-name', '{{PRODUCT_NAME}}'),
  supportEmail: meta('support-email', '{{SUPPORT_EMAIL}}'),
  publicUrl: meta('public-url', '{{PUBLIC_URL}}'),
} as const;

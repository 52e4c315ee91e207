// Gives Stripe's card form, which runs in Stripe's own frames, the product's colours and fonts.
import type { Appearance } from '@stripe/stripe-js';

export function cardAppearance(): Appearance {
  const { color, backgroundColor, borderColor, borderRadius, fontFamily } = styleOf('field-box');
  return {
    theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'stripe',
    variables: {
      colorText: color,
      colorBackground: backgroundColor,
      colorDanger: styleOf('text-garnet').color,
      colorPrimary: styleOf('text-primary').color,
      colorTextSecondary: styleOf('text-muted').color,
      fontFamily,
      borderRadius,
    },
    rules: { '.Input': { border: `1px solid ${borderColor}` } },
  };
}

/** The computed style of a class in the current colour scheme. */
function styleOf(className: string) {
  const probe = document.createElement('span');
  probe.className = className;
  probe.hidden = true;
  document.body.append(probe);
  const { color, backgroundColor, borderTopColor, borderTopLeftRadius, fontFamily } = getComputedStyle(probe);
  probe.remove();
  return { color, backgroundColor, borderColor: borderTopColor, borderRadius: borderTopLeftRadius, fontFamily };
}

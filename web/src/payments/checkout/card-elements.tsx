// The surroundings of Stripe's card form, which runs in Stripe's own frames: they give it the product's colours and fonts.
import { Elements } from '@stripe/react-stripe-js';
import type { Appearance, Stripe } from '@stripe/stripe-js';
import { type ReactNode, useState } from 'react';

interface CardElementsProps {
  stripe: Stripe;
  clientSecret: string;
  children: ReactNode;
}

export function CardElements({ stripe, clientSecret, children }: CardElementsProps) {
  const [appearance] = useState(cardAppearance);
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance, locale: 'en' }}>
      {children}
    </Elements>
  );
}

function cardAppearance(): Appearance {
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

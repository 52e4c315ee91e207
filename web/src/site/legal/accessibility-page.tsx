// The accessibility statement. It claims only what is tested.
import type { ReactNode } from 'react';
import { product } from '../../lib/product.ts';
import { PageShell } from '../../ui/page/page-shell.tsx';
import { SupportLink } from '../../ui/support-link.tsx';

const tested: readonly string[] = [
  'We check every screen with axe, a program that looks for barriers, in light and dark colors.',
  'You can reach and use everything with only a keyboard, and the focus is always visible.',
  'You can read every page on a screen that is 320 pixels wide, and with text twice as large, without scrolling sideways.',
  'Pages work while a browser translates them into another language.',
  'Owners can add a transcript or captions to everything that can be heard.',
  'Nothing moves if your device asks for less motion.',
];

const missing: readonly string[] = [
  'Nobody from outside has audited the pages, and no person who uses a screen reader every day has tested them for us yet.',
  'The pages and our emails are in English. We do not check your browser’s translation.',
  'Pictures, films and recordings in a vault are unchanged. They have a description, captions or a transcript only if their owner wrote them.',
  'Our payment processor provides the card form. We cannot change it.',
];

export default function AccessibilityPage() {
  return (
    <PageShell title="Accessibility" lead="What we test, what is missing, and an address to write to." width="text">
      <p className="rounded-card border border-line bg-vellum p-5">
        {`${product.name} may be needed on a hard day, by someone who is old, tired or using a small phone. We want everyone to be able to use it, and aim for the Web Content Accessibility Guidelines 2.2, level AA.`}
      </p>
      <Part title="What is tested before each version">
        <List items={tested} />
      </Part>
      <Part title="What we know is missing">
        <List items={missing} />
      </Part>
      <Part title="If something is in your way">
        <p>
          Write to <SupportLink />. Tell us which page it was and what you use to read it. Please never send us a code,
          a password or an answer.
        </p>
      </Part>
    </PageShell>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="pt-10">
      <h2 className="font-display text-title-sm">{title}</h2>
      <div className="mt-3">{children}</div>
    </section>
  );
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-1.5 ps-5">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

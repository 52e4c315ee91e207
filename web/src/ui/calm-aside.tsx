// Beside a form for a code or a proof: that there is no hurry, and what people ask at this point.
import type { ReactNode } from 'react';
import type { Elements } from './elements.ts';

export function CalmAside({ lead, children }: { lead: string; children: Elements }) {
  return (
    <aside aria-labelledby="take-your-time" className="overflow-hidden rounded-card">
      <div className="guilloche-band" />
      <div className="on-night grid gap-5 p-6 sm:p-8">
        <h2 id="take-your-time" className="font-display text-title">
          Take your time
        </h2>
        <p className="text-mist">{lead}</p>
        {children}
      </div>
    </aside>
  );
}

export function CalmTopic({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-1 text-mist">{children}</p>
    </div>
  );
}

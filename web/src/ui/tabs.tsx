// Tabs with one tab stop and arrow keys between them; every panel stays mounted in place.
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

export interface Tab<Value extends string> {
  value: Value;
  label: string;
  panel: ReactNode;
}

export interface TabsProps<Value extends string> {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    list.current?.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus();
  };
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="mx-auto flex w-fit max-w-full flex-wrap justify-center gap-1 rounded-card border border-line bg-vellum p-1"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}-tab`}
            aria-controls={`${id}-${tab.value}-panel`}
            aria-selected={tab.value === value}
            tabIndex={tab.value === value ? 0 : -1}
            data-value={tab.value}
            onClick={() => onChange(tab.value)}
            className="min-h-12 rounded-full px-2.5 py-2 font-semibold text-muted text-sm leading-tight transition-colors hover:text-ink aria-selected:bg-raised aria-selected:text-ink aria-selected:shadow-raised sm:px-6 sm:text-base forced-colors:aria-selected:outline-2"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-${tab.value}-panel`}
          aria-labelledby={`${id}-${tab.value}-tab`}
          hidden={tab.value !== value}
          className="mt-8"
        >
          {tab.value === value && tab.panel}
        </div>
      ))}
    </div>
  );
}

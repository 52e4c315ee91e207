// A notice that stays on the page: what happened, and what to do next.
import { CircleAlert, CircleCheck, Info } from 'lucide';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { CallError } from '../lib/call.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export type NoticeVariant = 'info' | 'success' | 'danger';

export interface NoticeProps {
  variant?: NoticeVariant;
  title?: ReactNode;
  children?: ReactNode;
  /** A button or link with the next step. */
  action?: ReactNode;
  /** Announces the notice when it appears after an action. */
  isAnnounced?: boolean;
}

export function Notice({ variant = 'info', title, children, action, isAnnounced = false }: NoticeProps) {
  return (
    <div
      role={isAnnounced ? (variant === 'danger' ? 'alert' : 'status') : undefined}
      className={`flex gap-3 rounded-card border p-4 sm:p-5 ${looks[variant]}`}
    >
      <Icon of={icons[variant]} className={`mt-0.5 size-5 shrink-0 ${tints[variant]}`} />
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-sm">{children}</div>}
        {action && <div className="mt-3">{action}</div>}
      </div>
    </div>
  );
}

type Refusal = Pick<CallError, 'detail'>;

/** Why the service refused what was just asked. */
export function RefusalNotice({ error }: { error: Refusal | null }) {
  if (!error) return null;
  return (
    <Notice variant="danger" isAnnounced>
      {error.detail}
    </Notice>
  );
}

interface LoadFailureProps extends Pick<NoticeProps, 'title' | 'isAnnounced'> {
  error: Refusal;
  onRetry: () => unknown;
}

/** Tries again when the connection returns, and when somebody returns to the page. Without a function nothing has failed. */
export function useRetryWhenOnline(onRetry: (() => unknown) | undefined): void {
  const retry = useEffectEvent(() => void onRetry?.());
  useEffect(() => {
    const controller = new AbortController();
    window.addEventListener('online', () => retry(), { signal: controller.signal });
    const retrySeen = () => document.visibilityState === 'visible' && retry();
    document.addEventListener('visibilitychange', retrySeen, { signal: controller.signal });
    return () => controller.abort();
  }, []);
}

/** Shown in place of what could not be loaded. Loads it again when the connection returns. */
export function LoadFailure({ error, onRetry, ...notice }: LoadFailureProps) {
  useRetryWhenOnline(onRetry);
  return (
    <Notice {...notice} variant="danger" action={<Button onClick={() => void onRetry()}>Try again</Button>}>
      {error.detail}
    </Notice>
  );
}

const icons = { info: Info, success: CircleCheck, danger: CircleAlert };
const tints = { info: 'text-brass', success: 'text-sage', danger: 'text-garnet' };
const looks = {
  info: 'border-line bg-vellum',
  success: 'border-sage/40 bg-sage/8',
  danger: 'border-garnet/40 bg-garnet/6',
};

// A progress bar. Without a percentage it is indeterminate.
export interface ProgressProps {
  label: string;
  /** From 0 to 100. */
  percent?: number | undefined;
}

export function Progress({ label, percent }: ProgressProps) {
  return <progress aria-label={label} max={100} value={percent} className="progress-bar" />;
}

// A progress bar.
interface ProgressProps {
  label: string;
  /** From 0 to 100. */
  percent: number;
}

export function Progress({ label, percent }: ProgressProps) {
  return <progress aria-label={label} max={100} value={percent} className="progress-bar" />;
}

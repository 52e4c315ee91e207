// How far something has come. Without a value it is under way and nobody knows how far.
export interface ProgressProps {
  label: string;
  /** From 0 to 100. */
  percent?: number | undefined;
}

export function Progress({ label, percent }: ProgressProps) {
  return <progress aria-label={label} max={100} value={percent} className="progress-bar" />;
}

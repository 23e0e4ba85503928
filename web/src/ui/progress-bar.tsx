type ProgressBarProps = {
  label: string;
  value: number;
  /** 100 by default. */
  max?: number;
  /** What is read out in place of the number. */
  text?: string;
};

/** A bar that shows how much of something is done. */
export function ProgressBar({ label, value, max = 100, text }: ProgressBarProps) {
  return (
    <span
      className="meter"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.round(value)}
      aria-valuetext={text}
    >
      <span style={{ width: `${(100 * value) / max}%` }} />
    </span>
  );
}

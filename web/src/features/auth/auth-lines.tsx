/** The lines, from top to bottom; where a number of seconds stands beside it, light runs along that line. */
const LINES: { d: string; seconds?: number }[] = [
  { d: "M-40 60C320 -90 520 270 800 90S1300 210 1660 -10", seconds: 9 },
  { d: "M-40 178C320 12 520 328 800 137S1300 264 1660 88" },
  { d: "M-40 264C320 114 520 386 800 165S1300 318 1660 186", seconds: 13 },
  { d: "M-40 318C320 216 520 444 800 256S1300 372 1660 284" },
  { d: "M-40 366C320 318 520 502 800 399S1300 426 1660 382", seconds: 9 },
  { d: "M-40 442C320 420 520 560 800 509S1300 480 1660 480", seconds: 11 },
  { d: "M-40 553C320 522 520 618 800 547S1300 534 1660 578", seconds: 13 },
  { d: "M-40 674C320 624 520 676 800 581S1300 588 1660 676" },
  { d: "M-40 772C320 726 520 734 800 684S1300 642 1660 774", seconds: 9 },
  { d: "M-40 832C320 828 520 792 800 828S1300 696 1660 872" },
  { d: "M-40 878C320 930 520 850 800 925S1300 750 1660 970", seconds: 13 },
];

/** Decoration behind the forms. The style sheet moves the light, and lets it rest under reduced motion. */
export function AuthLines() {
  return (
    <svg className="auth-lines" viewBox="0 0 1600 960" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <linearGradient id="auth-light" gradientUnits="userSpaceOnUse" x1="0" x2="1600">
          <stop offset="0" stopColor="var(--color-accent)" stopOpacity="0" />
          <stop offset="0.5" stopColor="var(--color-accent)" />
          <stop offset="1" stopColor="var(--color-accent)" stopOpacity="0.15" />
        </linearGradient>
      </defs>
      {LINES.map(({ d }) => (
        <path key={d} className="base" d={d} />
      ))}
      {LINES.map(
        ({ d, seconds }, index) =>
          seconds && (
            <path
              key={d}
              className="run"
              pathLength="1"
              d={d}
              // A negative delay starts each light at another place, where it also rests.
              style={{
                animationDuration: `${seconds}s`,
                animationDelay: `${index * -2.3}s`,
                strokeDashoffset: 1 - (((index * 2.3) / seconds) % 1),
              }}
            />
          ),
      )}
    </svg>
  );
}

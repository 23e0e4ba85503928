const SAYS = "Not found in what you saved";

/** "[?]" in an answer: its sentence stands on nothing that was found. */
export function Unsupported() {
  return (
    <span className="unsupported" role="img" aria-label={SAYS} title={SAYS}>
      ?
    </span>
  );
}

/** What the mark means, under an answer that has one. */
export function UnsupportedLegend() {
  return (
    <p className="unsupported-legend">
      <span className="unsupported" aria-hidden="true">
        ?
      </span>{" "}
      {SAYS}
    </p>
  );
}

type Props = { selecting: boolean; onSelecting: (on: boolean) => void };

/** Begins to select cards, and ends that. */
export function SelectButton({ selecting, onSelecting }: Props) {
  return (
    <button
      type="button"
      className="btn btn-secondary btn-s"
      aria-pressed={selecting}
      onClick={() => onSelecting(!selecting)}
    >
      {selecting ? "Done" : "Select"}
    </button>
  );
}

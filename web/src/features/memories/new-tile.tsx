import Plus from "lucide-react/icons/plus";

/** The first tile of the grid: a place left open. */
export function NewTile({ onAdd }: { onAdd: () => void }) {
  return (
    <button type="button" className="card card-new" onClick={() => onAdd()}>
      <span className="plus">
        <Plus className="i" />
      </span>
      <span>
        <strong>Add to your second brain.</strong>
        <span className="muted">Add a link, a note, a document,tweet, etc.</span>
      </span>
    </button>
  );
}

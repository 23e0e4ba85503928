import RotateCw from "lucide-react/icons/rotate-cw";
import Trash2 from "lucide-react/icons/trash-2";

export function DeleteButton({ name, onDelete }: { name: string; onDelete: () => void }) {
  return (
    <button type="button" className="tool erase" aria-label={`Delete ${name}`} title="Delete" onClick={onDelete}>
      <Trash2 className="i i-s" />
    </button>
  );
}

export function RefreshButton({ name, onRefresh }: { name: string; onRefresh: () => void }) {
  return (
    <button
      type="button"
      className="tool tool-refresh"
      aria-label={`Fetch ${name} again`}
      title="Fetch again"
      onClick={onRefresh}
    >
      <RotateCw className="i i-s" />
    </button>
  );
}

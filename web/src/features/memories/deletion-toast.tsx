import Trash2 from "lucide-react/icons/trash-2";
import { toast } from "@/ui/toaster";
import { type Deletion, sendDeletion, takeBack } from "./deletions";

/** How long the toast offers to undo a deletion, in milliseconds. */
const UNDO_TIME = 2000;

/** Shows the toast that offers to undo a deletion. The deletion is sent when the toast closes. */
export function showDeletionToast(deletion: Deletion, id: string): void {
  const send = () => sendDeletion(deletion);
  toast("Deleted Memory", {
    id,
    icon: <Trash2 className="i" />,
    duration: UNDO_TIME,
    action: { label: "Undo", onClick: () => takeBack(deletion) },
    onAutoClose: send,
    onDismiss: send,
  });
}

export function closeDeletionToast(id: string): void {
  toast.dismiss(id);
}

import { Dialog } from "@/ui/dialog";
import { CloseReading } from "./close-reading";

/** What a person can see and choose of their Engram. */
export default function SettingsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Settings">
      <div className="dialog-body">
        <CloseReading />
      </div>
    </Dialog>
  );
}

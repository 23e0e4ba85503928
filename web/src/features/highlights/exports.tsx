import Download from "lucide-react/icons/download";
import { useState } from "react";
import { logFailure } from "@/api/errors";
import { download } from "@/lib/download";
import { Menu, MenuItem } from "@/ui/menu";
import { toast } from "@/ui/toast";
import { exportHighlights, type Filters, type Format } from "./list-calls";

const FORMATS: readonly { format: Format; label: string }[] = [
  { format: "markdown", label: "Markdown" },
  { format: "anki", label: "Anki" },
  { format: "readwise", label: "Readwise" },
];

/** Saves the marks that are listed as a file for another program. */
export function Exports({ filters }: { filters: Filters }) {
  const [busy, setBusy] = useState(false);
  const save = async (format: Format) => {
    if (busy) return;
    setBusy(true);
    try {
      const { file, name } = await exportHighlights(filters, format);
      download(file, name);
      toast.success("Your marks are saved as a file");
    } catch (error) {
      logFailure("exporting the marks", error);
      toast.error("The marks could not be exported. Please try again.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu
      triggerLabel="Export"
      triggerClassName="btn btn-secondary"
      trigger={
        <>
          <Download className="i" />
          Export
        </>
      }
      label="Export as"
    >
      {FORMATS.map(({ format, label }) => (
        <MenuItem key={format} icon={<Download className="i" />} onClick={() => void save(format)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}

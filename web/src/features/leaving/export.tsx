import type { LucideIcon } from "lucide-react";
import Bookmark from "lucide-react/icons/bookmark";
import Download from "lucide-react/icons/download";
import Package from "lucide-react/icons/package";
import Table from "lucide-react/icons/table";
import { useState } from "react";
import { Button } from "@/ui/button";
import { Banner, Section } from "@/ui/section";
import type { Format } from "./model";
import { useExport } from "./use-export";

const FORMATS: readonly { format: Format; label: string; says: string; Icon: LucideIcon }[] = [
  {
    format: "zip",
    label: "Everything",
    says: "Files, texts as Markdown, marks, tags and answers. It opens in a browser, in Obsidian, and in another Engram.",
    Icon: Package,
  },
  {
    format: "html",
    label: "Bookmarks",
    says: "Addresses with tags and dates, as every browser imports them.",
    Icon: Bookmark,
  },
  { format: "csv", label: "A table", says: "A row for each memory, for a spreadsheet.", Icon: Table },
];

/** Takes along all that was saved. */
export function Export() {
  const [chosen, setChosen] = useState<Format>("zip");
  const { begin, busy, begun, refused } = useExport();
  return (
    <Section id="export" title="Take it out" lead="Plain files that open without Engram. What lies in the trash stays.">
      <div>
        <fieldset className="export-choice">
          <legend className="vh">What to take out</legend>
          {FORMATS.map(({ format, label, says, Icon }) => (
            <label key={format} className="tile">
              <b>
                <Icon className="i" />
                {label}
              </b>
              <span id={`export-${format}`}>{says}</span>
              <input
                type="radio"
                name="export-format"
                value={format}
                aria-label={label}
                aria-describedby={`export-${format}`}
                checked={format === chosen}
                onChange={() => setChosen(format)}
              />
            </label>
          ))}
        </fieldset>
        <div className="export-foot">
          <Button look="secondary" icon={<Download className="i" />} busy={busy} onClick={() => void begin(chosen)}>
            Make an export
          </Button>
          <p className="hint" role="status">
            {begun && "It has begun, and lands where your browser keeps downloads."}
          </p>
        </div>
        <div role="alert">{refused && <Banner good={false} text={refused} />}</div>
      </div>
    </Section>
  );
}

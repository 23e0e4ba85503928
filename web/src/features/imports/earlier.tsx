import ChevronDown from "lucide-react/icons/chevron-down";
import FileArchive from "lucide-react/icons/file-archive";
import { useId, useState } from "react";
import { classNames } from "@/lib/class-names";
import { Button } from "@/ui/button";
import { formatText, type Import, momentText, resultText } from "./model";
import { Sheet } from "./sheet";

/** So many are shown at first. */
const SHOWN = 5;

/** The imports that are over. */
export function Earlier({ imports }: { imports: readonly Import[] }) {
  const [all, setAll] = useState(false);
  if (imports.length === 0) return null;
  return (
    <div>
      <h3 className="sub-h" id="earlier-imports">
        Earlier imports
      </h3>
      <ul className="rows earlier" aria-labelledby="earlier-imports">
        {(all ? imports : imports.slice(0, SHOWN)).map((one) => (
          <Row key={one.id} one={one} />
        ))}
      </ul>
      {!all && imports.length > SHOWN && (
        <Button className="mt-3" look="secondary" size="small" onClick={() => setAll(true)}>
          Show all {imports.length}
        </Button>
      )}
    </div>
  );
}

function Row({ one }: { one: Import }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { name, createdAt } = one;
  return (
    <li>
      <FileArchive className="i" />
      <span>
        <bdi className="row-name">{name}</bdi>
        <small>
          {[formatText(one), momentText(new Date(createdAt), new Date()), resultText(one)].filter(Boolean).join(" · ")}
        </small>
      </span>
      <Button
        look="ghost"
        size="small"
        aria-label={`Details of ${name}`}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        icon={<ChevronDown className={classNames("i i-s chevron-turn", open && "chevron-turned")} />}
        onClick={() => setOpen(!open)}
      >
        Details
      </Button>
      {open && (
        <div id={id} className="earlier-open">
          <Sheet listed={one} />
        </div>
      )}
    </li>
  );
}

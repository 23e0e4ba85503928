import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import Minus from "lucide-react/icons/minus";
import MoveHorizontal from "lucide-react/icons/move-horizontal";
import MoveVertical from "lucide-react/icons/move-vertical";
import Plus from "lucide-react/icons/plus";
import Search from "lucide-react/icons/search";
import { type ReactNode, useState } from "react";
import { percent, type Zoom } from "./pages";

type Props = {
  /** The button that leads back. */
  back: ReactNode;
  page: number;
  count: number;
  onPage: (page: number) => void;
  scale: number;
  zoom: Zoom;
  onZoom: (to: "in" | "out" | "width" | "page") => void;
  finding: boolean;
  onFind: () => void;
};

/** The bar above the pages. */
export function Tools({ back, page, count, onPage, scale, zoom, onZoom, finding, onFind }: Props) {
  const fits = zoom === "width" ? "page" : "width";
  return (
    <div className="pdf-tools" role="toolbar" aria-label="Pages and zoom">
      {back}
      <span className="pdf-tools-gap" />
      <Tool
        label="Previous page"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
        icon={<ChevronUp className="i" />}
      />
      {count > 0 && <PageField page={page} count={count} onPage={onPage} />}
      <Tool
        label="Next page"
        disabled={page >= count}
        onClick={() => onPage(page + 1)}
        icon={<ChevronDown className="i" />}
      />
      <span className="pdf-tools-gap" />
      <Tool label="Smaller" onClick={() => onZoom("out")} icon={<Minus className="i" />} />
      <output className="pdf-zoom num" aria-label="Zoom">
        {percent(scale)}
      </output>
      <Tool label="Larger" onClick={() => onZoom("in")} icon={<Plus className="i" />} />
      <Tool
        className="pdf-tools-wide"
        label={fits === "width" ? "Fit the width" : "Fit the page"}
        onClick={() => onZoom(fits)}
        icon={fits === "width" ? <MoveHorizontal className="i" /> : <MoveVertical className="i" />}
      />
      <Tool label="Find in this document" pressed={finding} onClick={onFind} icon={<Search className="i" />} />
    </div>
  );
}

type ToolProps = {
  label: string;
  icon: ReactNode;
  onClick: () => void;
  disabled?: boolean;
  pressed?: boolean;
  className?: string;
};

function Tool({ label, icon, onClick, disabled = false, pressed, className = "" }: ToolProps) {
  return (
    <button
      type="button"
      className={`btn btn-ghost btn-icon ${className}`}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      // It keeps the focus at the first and the last page.
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
    >
      {icon}
    </button>
  );
}

/** The number of the page, to be typed over. */
function PageField({ page, count, onPage }: Pick<Props, "page" | "count" | "onPage">) {
  const [typed, setTyped] = useState<string>();
  const go = () => {
    const wanted = Number.parseInt(typed ?? "", 10);
    if (wanted >= 1) onPage(Math.min(wanted, count));
    setTyped(undefined);
  };
  return (
    <span className="pdf-at num">
      <input
        aria-label="Page number"
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? page}
        style={{ width: `${Math.max(3, String(count).length + 1.5)}ch` }}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key === "Enter") go();
          if (event.key !== "Escape" || typed === undefined) return;
          event.preventDefault();
          setTyped(undefined);
        }}
      />
      <span>of {count}</span>
    </span>
  );
}

import ChevronDown from "lucide-react/icons/chevron-down";
import type { ReactNode } from "react";
import type { Memory } from "@/memory/kinds";
import type { Citation } from "./model";

type Props = {
  /** Whether it is a landmark of the page. */
  landmark: boolean;
  /** Best first, at least one. */
  content: readonly Memory[];
  citations: readonly Citation[];
  /** They are in the order in which they were saved, since the question named no subject. */
  newest: boolean;
  renderMemory: (memory: Memory) => ReactNode;
};

/** The closest memory, beside the answer. Open at first. */
export function Related({ landmark, content, citations, newest, renderMemory }: Props) {
  const [closest] = content;
  const Side = landmark ? "section" : "div";
  if (!closest) return null;
  const number = citations.find(({ memoryId }) => memoryId === closest._id)?.n;
  return (
    <Side className="answer-side" {...(landmark && { "aria-label": "Related content" })}>
      <details className="related" open>
        <summary>
          Show related content
          <ChevronDown className="i" />
        </summary>
        <div className="relative">
          {renderMemory(closest)}
          {number !== undefined && (
            <span className="related-number" aria-hidden="true">
              {number}
            </span>
          )}
        </div>
        {content.length > 1 && (
          <p className="aside-note">
            {newest ? "The newest of them." : `The closest of ${content.length} related memories.`}
          </p>
        )}
      </details>
    </Side>
  );
}

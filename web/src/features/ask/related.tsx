import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import type { Citation, Memory } from "./model";

type Props = {
  /** Best first, at least one. */
  content: readonly Memory[];
  citations: readonly Citation[];
  renderMemory: (memory: Memory) => ReactNode;
};

/** The closest memory, beside the answer. Open until somebody closes it. */
export function Related({ content, citations, renderMemory }: Props) {
  const [closest] = content;
  if (!closest) return null;
  const number = citations.find(({ memoryId }) => memoryId === closest._id)?.n;
  return (
    <section className="answer-side" aria-label="Related content">
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
        {content.length > 1 && <p className="aside-note">The closest of {content.length} related memories.</p>}
      </details>
    </section>
  );
}

import { Skeleton } from "@/ui/skeleton";
import { useUsage } from "./api";
import { filled, resetText, type Usage, useText } from "./model";

/** Shows how much of the plan is used, as text and bars. */
export function UsageBars() {
  const usage = useUsage();
  return (
    <div id="usage" className="scroll-mt-24">
      <h3 className="sub-h">Usage</h3>
      {usage ? <Bars usage={usage} /> : <Unknown />}
    </div>
  );
}

function Bars({ usage: { memories, documents, searches } }: { usage: Usage }) {
  return (
    <div className="uses">
      <Bar name="Memories" verb="saved" use={memories} />
      <Bar name="Documents" verb="saved" use={documents} />
      {documents.limit !== null && (
        <p className="hint">Documents count while they are kept: one that you delete makes room for another.</p>
      )}
      <Bar name="Searches today" verb="asked" use={searches} />
      {searches.limit !== null && <p className="hint">{resetText(searches.resetsAt)}</p>}
    </div>
  );
}

type BarProps = { name: string; verb: string; use: Usage["memories"] };

function Bar({ name, verb, use }: BarProps) {
  const percent = filled(use);
  const words = useText(use, verb);
  return (
    <div>
      <p className="use-top">
        <b>{name}</b>
        <span>{words}</span>
      </p>
      {percent !== undefined && (
        // biome-ignore lint/a11y/useSemanticElements: browsers style a <meter> in colours of their own.
        <div
          className="meter"
          role="meter"
          aria-label={name}
          aria-valuemin={0}
          aria-valuenow={Math.min(use.used, use.limit ?? 0)}
          aria-valuemax={use.limit ?? 0}
          aria-valuetext={words}
        >
          <span style={{ width: `${percent}%` }} />
        </div>
      )}
    </div>
  );
}

function Unknown() {
  return (
    <div role="status" aria-label="Loading the usage" className="uses">
      {["Memories", "Documents", "Searches"].map((name) => (
        <Skeleton key={name} className="h-7" />
      ))}
    </div>
  );
}

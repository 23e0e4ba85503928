import Blocks from "lucide-react/icons/blocks";
import { KINDS } from "@/memory/kinds";
import type { AddKind } from "./kinds";

const TILES = [
  { kind: "link", label: "Website", Icon: KINDS.link.Icon },
  { kind: "note", ...KINDS.note },
  { kind: "document", ...KINDS.document },
  { kind: "integration", label: "Integrations", Icon: Blocks },
] as const;

type Props = { kind: AddKind; onChoose: (kind: AddKind) => void };

/** The kind of the new memory: radio buttons in the shape of tiles. */
export function Tiles({ kind, onChoose }: Props) {
  return (
    <fieldset>
      <legend className="vh">Kind of memory</legend>
      <div className="tiles">
        {TILES.map((tile) => (
          <label key={tile.kind} className="tile">
            <tile.Icon className="i i-l" />
            {tile.label}
            <input
              type="radio"
              name="kind"
              value={tile.kind}
              checked={tile.kind === kind}
              onChange={() => onChoose(tile.kind)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

import type { Memory } from "@/memory/kinds";
import { makersOf } from "@/memory/memory";
import { Avatar } from "@/ui/avatar";

/** Shows the author and the site; nothing where neither is known. */
export function Byline({ memory, mailed }: { memory: Memory; mailed: boolean }) {
  const [first, ...others] = makersOf(memory);
  if (memory.type === "document")
    return (
      <p className="by-file">{mailed ? "Read from a file that came by email" : "Read from the file you uploaded"}</p>
    );
  if (memory.type === "note" || first === undefined) return null;
  return (
    <div className="by">
      <Avatar name={first} />
      <p>
        <b dir="auto">{first}</b>
        {others.map((name) => (
          <span key={name} dir="auto">
            {name}
          </span>
        ))}
      </p>
    </div>
  );
}

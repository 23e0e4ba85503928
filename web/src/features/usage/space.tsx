import { sizeText } from "@/lib/size-text";
import { Section } from "@/ui/section";
import { useStorage } from "./api";
import { bytesOf, counted, kindText, type Storage } from "./model";
import { Pending } from "./parts";

/** What is stored, by kind. */
export function Space() {
  const { data, failed, retry } = useStorage();
  return (
    <Section id="space" title="Space" lead="What your memories take up on the disk.">
      {data ? (
        <Kinds kinds={data.kinds} total={data.total} />
      ) : (
        <Pending what="the storage" failed={failed} retry={retry} className="h-40" />
      )}
    </Section>
  );
}

function Kinds({ kinds, total }: { kinds: readonly Storage[]; total: number }) {
  const filled = kinds.filter((kind) => bytesOf(kind) > 0).sort((a, b) => bytesOf(b) - bytesOf(a));
  return (
    <div>
      <p className="space-top">
        <b>{sizeText(total)}</b>
      </p>
      {filled.length > 0 && (
        <>
          <div className="space-bar" aria-hidden="true">
            {filled.map((kind) => (
              <i key={kind.kind} style={{ flexGrow: bytesOf(kind) }} />
            ))}
          </div>
          <ul className="space-key" aria-label="Space by kind">
            {filled.map((kind) => (
              <li key={kind.kind}>
                <i />
                <span>
                  {kindText(kind.kind)}
                  <small>{partsText(kind)}</small>
                </span>
                <b>{sizeText(bytesOf(kind))}</b>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function partsText({ memories, text, files, pictures }: Storage): string {
  const parts: readonly [string, number][] = [
    ["text", text],
    ["files", files],
    ["pictures", pictures],
  ];
  const sizes = parts.filter(([, bytes]) => bytes > 0).map(([name, bytes]) => `${name} ${sizeText(bytes)}`);
  return [memories > 0 && counted(memories, "memory", "memories"), ...sizes].filter(Boolean).join(" · ");
}

import { useEffect, useRef, useState } from "react";
import { Button } from "@/ui/button";
import { Section } from "@/ui/section";
import { useImportActs, useImports } from "./api";
import { Bring } from "./bring";
import { Earlier } from "./earlier";
import { type Import, isOver, newsText } from "./model";
import { Sheet } from "./sheet";
import { useSending } from "./use-sending";
import { Watched } from "./watched";

/** Brings in what was saved in other programs: a file is read, shown, and only then added. */
export function Imports() {
  const { imports, failed, refresh } = useImports();
  const { send } = useImportActs();
  const [arrived, setArrived] = useState<string>();
  const { sending, refused, choose, stop } = useSending(send, setArrived);
  const current = useCurrent(imports);
  const news = useNews(current);
  return (
    <Section
      id="import"
      title="Bring memories in"
      lead="You see what a file holds before anything is added, and can undo it afterwards."
    >
      <Bring sending={sending} refused={refused} onFiles={(files) => void choose(files)} onStop={stop} />
      <p className="vh" role="status">
        {news}
      </p>
      {current.length > 0 && (
        <div className="import-sheets">
          {current.map((one) => (
            <Sheet key={one.id} listed={one} focused={one.id === arrived} />
          ))}
        </div>
      )}
      {failed && (
        <p className="set-failed" role="status">
          <span>Your imports can’t be read right now.</span>
          <Button look="ghost" size="small" onClick={() => void refresh()}>
            Try again
          </Button>
        </p>
      )}
      <Watched />
      <Earlier imports={imports?.filter((one) => !current.includes(one)) ?? []} />
    </Section>
  );
}

/** Those that are not over, and those that ended while the page was open. */
function useCurrent(imports: Import[] | undefined): Import[] {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const fresh = imports?.filter((one) => !isOver(one) && !seen.includes(one.id)) ?? [];
  if (fresh.length > 0) setSeen([...seen, ...fresh.map(({ id }) => id)]);
  return imports?.filter((one) => !isOver(one) || seen.includes(one.id)) ?? [];
}

/** What became of an import last, in words to be read out. */
function useNews(current: readonly Import[]): string {
  const [text, setText] = useState("");
  const before = useRef<ReadonlyMap<string, Import>>(new Map());
  useEffect(() => {
    const changed = current.find((one) => {
      const known = before.current.get(one.id);
      return known && known.status !== one.status;
    });
    before.current = new Map(current.map((one) => [one.id, one]));
    if (changed) setText(newsText(changed));
  }, [current]);
  return text;
}

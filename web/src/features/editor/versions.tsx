import { useState } from "react";
import useSWR from "swr";
import { logFailure } from "@/api/errors";
import { grouped } from "@/lib/grouped";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Skeleton } from "@/ui/skeleton";
import { readVersion, readVersions, type Version } from "./api";

type Props = { id: string; open: boolean; onClose: () => void; onPutBack: (text: string) => void };

const when = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** The earlier texts of a note, to look at and to put back. */
export default function Versions({ id, open, onClose, onPutBack }: Props) {
  const [chosen, setChosen] = useState<number>();
  const list = useSWR(open ? ["note versions", id] : null, () => readVersions(id), {
    onError: (error) => logFailure("reading the versions of a note", error),
  });
  const versions = list.data;
  const edition = versions?.some((one) => one.edition === chosen) ? chosen : versions?.[0]?.edition;
  const text = useSWR(open && edition !== undefined ? ["note version", id, edition] : null, ([, , edition]) =>
    readVersion(id, edition),
  );
  return (
    <Dialog open={open} onClose={onClose} title="Earlier versions">
      <div className="dialog-body versions">
        {list.error && <p role="alert">They could not be read just now.</p>}
        {versions?.length === 0 && <p className="hint">This note has no earlier versions yet.</p>}
        {!versions && !list.error && <Skeleton className="h-[160px]" />}
        {versions && versions.length > 0 && (
          <>
            <List versions={versions} chosen={edition} onChoose={setChosen} />
            {/* biome-ignore lint/a11y/useSemanticElements: a landmark is too much. */}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be within the keyboard's reach. */}
            <div className="version-text" role="group" aria-label="Its text" tabIndex={0} dir="auto">
              {text.error ? "It could not be read just now." : text.data}
            </div>
          </>
        )}
      </div>
      <div className="dialog-foot">
        <Button look="ghost" onClick={onClose}>
          Close
        </Button>
        <Button
          disabled={text.data === undefined || !open}
          onClick={() => {
            if (text.data !== undefined) onPutBack(text.data);
            onClose();
          }}
        >
          Put it back
        </Button>
      </div>
    </Dialog>
  );
}

type ListProps = { versions: readonly Version[]; chosen: number | undefined; onChoose: (edition: number) => void };

function List({ versions, chosen, onChoose }: ListProps) {
  return (
    <fieldset className="version-list">
      <legend className="vh">Versions, the newest first</legend>
      {versions.map(({ edition, writtenAt, characters }) => (
        <label key={edition}>
          <input
            type="radio"
            name="version"
            className="vh"
            checked={edition === chosen}
            onChange={() => onChoose(edition)}
          />
          <span>{when.format(new Date(writtenAt)).replace(/\u202f/g, " ")}</span>
          <small className="num">{grouped(characters)} characters</small>
        </label>
      ))}
    </fieldset>
  );
}

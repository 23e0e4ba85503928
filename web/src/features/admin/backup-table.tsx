import { useState } from "react";
import { grouped } from "@/lib/grouped";
import { sizeText } from "@/lib/size-text";
import { Button } from "@/ui/button";
import { type Backup, KINDS, momentText } from "./model";
import { Day } from "./parts";

/** A week of them. Where all are kept there are hundreds. */
const SHOWN = 7;

/** The backups that are there. */
export function BackupTable({ backups }: { backups: Backup[] }) {
  const [shown, setShown] = useState(SHOWN);
  return (
    <div>
      <table className="cards-table">
        <caption className="vh">Backups that are kept, the latest first</caption>
        <thead>
          <tr>
            <th scope="col">Made</th>
            <th scope="col">File</th>
            <th scope="col" className="n">
              Files in it
            </th>
            <th scope="col" className="n">
              Size
            </th>
          </tr>
        </thead>
        <tbody>
          {backups.slice(0, shown).map((backup) => (
            <Row key={backup.name} backup={backup} />
          ))}
        </tbody>
      </table>
      {backups.length > shown && (
        <Button className="mt-3" look="secondary" size="small" onClick={() => setShown(shown + 4 * SHOWN)}>
          Show more
        </Button>
      )}
    </div>
  );
}

function Row({ backup: { name, kind, at, size, files, encrypted } }: { backup: Backup }) {
  return (
    <tr>
      <th scope="row">
        <Day at={at} text={momentText(new Date(at), new Date())} />
        {encrypted && <span className="tag">Encrypted</span>}
        <small>{KINDS[kind]}</small>
      </th>
      <td data-label="File" className="reason">
        {name}
      </td>
      <td data-label="Files in it" className="n">
        {kind === "before-migration" ? "–" : grouped(files)}
      </td>
      <td data-label="Size" className="n">
        {sizeText(size)}
      </td>
    </tr>
  );
}

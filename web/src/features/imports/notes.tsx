import CircleAlert from "lucide-react/icons/circle-alert";
import { useId, useState } from "react";
import { attempt } from "@/forms/attempt";
import { grouped } from "@/lib/grouped";
import { BusyButton } from "@/ui/busy-button";
import { Button } from "@/ui/button";
import { saveNotes, useNotes } from "./api";
import type { Import, Note } from "./model";

/** So many are shown at first. */
const SHOWN = 5;

/** What of a file could not be kept, item by item. */
export function Notes({ one }: { one: Import }) {
  const [all, setAll] = useState(false);
  const id = useId();
  const { notes, noteCount } = one;
  return (
    <div className="import-notes">
      <div className="notes-head">
        <h4 id={id}>What to know, item by item</h4>
        <BusyButton
          look="ghost"
          label={`Save the list of ${one.name}`}
          onPress={async () => void (await attempt("saving the notes of an import", () => saveNotes(one.id)))}
        >
          Save the list
        </BusyButton>
      </div>
      {all ? <AllNotes one={one} labelledBy={id} /> : <List notes={notes.slice(0, SHOWN)} labelledBy={id} />}
      {!all && noteCount > SHOWN && (
        <Button look="secondary" size="small" onClick={() => setAll(true)}>
          Show all {grouped(noteCount)}
        </Button>
      )}
    </div>
  );
}

type ListProps = { notes: readonly Note[]; labelledBy: string };

function List({ notes, labelledBy }: ListProps) {
  return (
    <ol className="note-rows" aria-labelledby={labelledBy}>
      {notes.map(({ item, message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notes are only ever added at the end, and may be alike.
        <li key={index}>
          <CircleAlert className="i i-s" />
          <span>
            <b dir="auto">{item}</b>
            <small>{message}</small>
          </span>
        </li>
      ))}
    </ol>
  );
}

function AllNotes({ one, labelledBy }: { one: Import; labelledBy: string }) {
  const { notes, more, readMore } = useNotes(one.id);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard. */}
      <section className="notes-scroll" tabIndex={0} aria-labelledby={labelledBy}>
        <List notes={notes ?? one.notes} labelledBy={labelledBy} />
      </section>
      {more && (
        <BusyButton
          look="secondary"
          onPress={async () => void (await attempt("reading more notes of an import", readMore))}
        >
          Show more
        </BusyButton>
      )}
    </>
  );
}

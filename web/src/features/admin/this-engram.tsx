import { grouped } from "@/lib/grouped";
import { sizeText } from "@/lib/size-text";
import { ProgressBar } from "@/ui/progress-bar";
import { Section } from "@/ui/section";
import { useOverview, usePeople } from "./api";
import { countText, type Overview, readingText } from "./model";
import { Pending, Tally } from "./parts";

/** How much is here, where it lies, and how far the encoder is. */
export function ThisEngram() {
  const { data, failed, refresh } = useOverview();
  return (
    <Section id="this-engram" title="This Engram" lead="How much is here, and how far it is read.">
      {data ? <Facts overview={data} /> : <Pending what="overview" failed={failed} retry={refresh} />}
    </Section>
  );
}

function Facts({ overview: { version, storage, reading } }: { overview: Overview }) {
  const { people = [], more, files } = usePeople();
  const memories = people.reduce((sum, { memories }) => sum + memories, 0);
  // Of a great many people the first are read at once.
  const plus = more ? "+" : "";
  return (
    <>
      <dl className="tallies">
        <Tally name="People" value={people.length > 0 ? grouped(people.length) + plus : "–"} />
        <Tally name="Memories" value={people.length > 0 ? grouped(memories) + plus : "–"} />
        <Tally name="Database" value={sizeText(storage.database)} />
        <Tally
          name="Files"
          value={files ? sizeText(files.bytes) : "–"}
          also={files && countText(files.count, "file", "files")}
        />
        <Tally name="Free space" value={sizeText(storage.free)} also="On the disk of the data" />
        <Tally name="Version" value={version} />
      </dl>
      <Progress reading={reading} />
    </>
  );
}

function Progress({ reading }: { reading: Overview["reading"] }) {
  const { model, read, passages } = reading;
  const line = readingText(reading);
  return (
    <div className="encoder">
      <p>
        {line}
        {model && <small>{model}</small>}
      </p>
      {model !== "" && passages > 0 && <ProgressBar label="Close reading" value={read} max={passages} text={line} />}
    </div>
  );
}

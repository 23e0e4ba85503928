import Archive from "lucide-react/icons/archive";
import CircleAlert from "lucide-react/icons/circle-alert";
import { useEffect, useState } from "react";
import { sizeText } from "@/lib/size-text";
import { Button } from "@/ui/button";
import { Section } from "@/ui/section";
import { toast } from "@/ui/toast";
import { backUp, useBackups } from "./api";
import { excuse } from "./attempt";
import { BackupTable } from "./backup-table";
import { type Backups as All, countText, everyText, isWhole, keepText, momentText } from "./model";
import { Day, Pending, Tally } from "./parts";

/** The backups that are kept, and a button that makes one. */
export function Backups() {
  const { data, failed, refresh } = useBackups();
  return (
    <Section id="backups" title="Backups" lead="Everything in one file, from which Engram can be restored.">
      {data ? <Kept all={data} refresh={refresh} /> : <Pending what="backups" failed={failed} retry={refresh} />}
    </Section>
  );
}

type KeptProps = { all: All; refresh: () => Promise<unknown> };

function Kept({ all, refresh }: KeptProps) {
  const onBackUp = useBackUp(all, refresh);
  const kept = all.backups.filter(({ failure }) => failure === "");
  return (
    <>
      <Facts all={all} />
      <Failure all={all} />
      {!all.database && (
        <p className="banner">
          <CircleAlert className="i" />
          The database is in Postgres and not in these backups. Dump it at the same times.
        </p>
      )}
      <div className="back-up">
        <Button look="secondary" size="small" busy={all.making} onClick={() => void onBackUp()}>
          Back up now
        </Button>
        <p role="status">{all.making && "A backup is being made. It continues when this page is closed."}</p>
      </div>
      {kept.length > 0 ? (
        <BackupTable backups={kept} />
      ) : (
        <p className="none">
          <Archive className="i" />
          No backups yet.
        </p>
      )}
    </>
  );
}

/** Returns what requests a backup and reports its result. */
function useBackUp({ backups, making }: All, refresh: () => Promise<unknown>) {
  const newest = backups.find(({ kind }) => kind === "on-request");
  /** When the newest one before the request was made; undefined without a request. */
  const [before, setBefore] = useState<string>();

  async function onBackUp() {
    try {
      await backUp();
      await refresh();
      setBefore(newest?.at ?? "");
    } catch (error) {
      excuse("making a backup", error);
    }
  }

  useEffect(() => {
    if (before === undefined || making) return;
    setBefore(undefined);
    if (!newest || newest.at === before) return; // the server stopped meanwhile
    if (newest.failure) toast.error(`The backup failed: ${newest.failure}`);
    else toast.success("Backup made");
  }, [before, making, newest]);

  return onBackUp;
}

/** The last backup, the schedule, and how many are kept. */
function Facts({ all: { backups, every, keep, folder } }: { all: All }) {
  const last = backups.find(isWhole);
  const next = last && every > 0 ? new Date(new Date(last.at).getTime() + every * 1000) : undefined;
  const count = backups.filter(({ failure }) => failure === "").length;
  const now = new Date();
  return (
    <div className="backup-facts">
      <dl className="tallies">
        <Tally
          name="Last backup"
          value={last ? <Day at={last.at} text={momentText(new Date(last.at), now)} /> : "None yet"}
          also={last && `${sizeText(last.size)}, ${countText(last.files, "file", "files")}`}
        />
        <Tally
          name="Schedule"
          value={everyText(every)}
          also={next && next > now ? `Next ${momentText(next, now)}` : undefined}
        />
        <Tally name="Kept" value={String(count)} also={keepText(keep)} />
      </dl>
      {every === 0 && (
        <p>
          No backups are scheduled. To make one every day, set <code>ENGRAM_BACKUP_EVERY=24h</code> and restart Engram.
        </p>
      )}
      <p>
        Backups are kept in <code>{folder}</code> on the server. To keep them on another disk than the data, set{" "}
        <code>ENGRAM_BACKUP_DIR</code>.
      </p>
    </div>
  );
}

/** The last failure: prominent until a backup succeeds. */
function Failure({ all: { backups } }: { all: All }) {
  const at = backups.findIndex(({ failure }) => failure !== "");
  const failed = backups[at];
  if (!failed) return null;
  const mended = backups.slice(0, at).some(isWhole);
  return (
    <p className={mended ? "muted last-failure" : "banner banner-bad"}>
      {!mended && <CircleAlert className="i" />}
      <span>
        {mended ? "Last failure, " : "The last one failed, "}
        <Day at={failed.at} text={momentText(new Date(failed.at), new Date())} />:{" "}
        <span dir="auto">{failed.failure}</span>
      </span>
    </p>
  );
}

import CircleCheck from "lucide-react/icons/circle-check";
import { useRef } from "react";
import { BusyButton } from "@/ui/busy-button";
import { Section } from "@/ui/section";
import { retry, useOverview } from "./api";
import { attempt } from "./attempt";
import { countText, type Job, jobText, momentText, type Overview } from "./model";
import { Day, Pending } from "./parts";

/** What waits to be done, what failed, and why memories could not be read. */
export function Jobs() {
  const { data, failed, refresh } = useOverview();
  const line = useRef<HTMLParagraphElement>(null);

  async function onRetry({ id }: Job) {
    // The row with the button goes once it is done, and the focus with it.
    if (await attempt("doing a job anew", () => retry(id).then(refresh), "It is done anew")) line.current?.focus();
  }

  return (
    <Section id="jobs" title="Jobs" lead="What is done in the background: reading, tidying up.">
      {data ? (
        <>
          <p ref={line} tabIndex={-1} className="waiting-line" aria-live="polite">
            {data.jobs.waiting === 0 ? "Nothing waits." : `${countText(data.jobs.waiting, "job waits", "jobs wait")}.`}
          </p>
          {data.jobs.failed.length > 0 ? (
            <Failed jobs={data.jobs.failed} onRetry={onRetry} />
          ) : (
            <p className="none">
              <CircleCheck className="i" />
              No job failed.
            </p>
          )}
          {data.jobs.captures.length > 0 && <Captures captures={data.jobs.captures} />}
        </>
      ) : (
        <Pending what="jobs" failed={failed} retry={refresh} />
      )}
    </Section>
  );
}

type FailedProps = { jobs: Job[]; onRetry: (job: Job) => Promise<void> };

function Failed({ jobs, onRetry }: FailedProps) {
  return (
    <table className="cards-table">
      <caption>Failed, the latest first</caption>
      <thead>
        <tr>
          <th scope="col">Job</th>
          <th scope="col">Reason</th>
          <th scope="col">Failed</th>
          <th scope="col">Next try</th>
          <th scope="col">
            <span className="vh">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <tr key={job.id}>
            <th scope="row">
              {jobText(job.kind)}
              <small>{countText(job.attempts, "try", "tries")}</small>
            </th>
            <td data-label="Reason" className="reason" dir="auto">
              {job.error}
            </td>
            <td data-label="Failed">
              <Day at={job.failedAt} text={momentText(new Date(job.failedAt), new Date())} />
            </td>
            <td data-label="Next try">
              {job.nextAt ? <Day at={job.nextAt} text={momentText(new Date(job.nextAt), new Date())} /> : "Given up"}
            </td>
            <td className="acts-cell">
              <BusyButton look="ghost" label={`Retry: ${jobText(job.kind)}`} onPress={() => onRetry(job)}>
                Retry
              </BusyButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Captures({ captures }: { captures: Overview["jobs"]["captures"] }) {
  return (
    <table>
      <caption>Memories that could not be read</caption>
      <thead>
        <tr>
          <th scope="col">Reason</th>
          <th scope="col" className="n">
            Memories
          </th>
        </tr>
      </thead>
      <tbody>
        {captures.map(({ reason, count }) => (
          <tr key={reason}>
            <th scope="row" className="reason" dir="auto">
              {reason}
            </th>
            <td className="n">{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

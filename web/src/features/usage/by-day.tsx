import { useState } from "react";
import { grouped } from "@/lib/grouped";
import { Section } from "@/ui/section";
import { useDays } from "./api";
import { Chart } from "./chart";
import { type Day, nameOf, RANGES, type Range, sumsOf } from "./model";
import { Pending, SaveTable } from "./parts";

/** What was saved and searched for, by day: a chart, and the same as a table. */
export function ByDay() {
  const [range, setRange] = useState<Range>("30");
  const { data, failed, retry } = useDays(range);
  return (
    <Section id="activity" title="By day" lead="What you saved, on the day that it bears, and what you searched for.">
      {data ? (
        <div>
          <Legend days={data.days} />
          <Chart days={data.days} />
          <div className="chart-foot">
            <fieldset className="ranges">
              <legend className="vh">How many days</legend>
              {RANGES.map((one) => (
                <label key={one} className="chip">
                  <input
                    type="radio"
                    name="usage-range"
                    value={one}
                    checked={one === range}
                    onChange={() => setRange(one)}
                  />
                  {one === "365" ? "A year" : `${one} days`}
                </label>
              ))}
            </fieldset>
            <SaveTable table="days" label="Save all days as a table" />
          </div>
          <Days days={data.days} />
        </div>
      ) : (
        <Pending what="the days" failed={failed} retry={retry} className="h-52" />
      )}
    </Section>
  );
}

function Legend({ days }: { days: readonly Day[] }) {
  const { saves, searches } = sumsOf(days);
  return (
    <dl className="chart-key">
      <div>
        <dt>
          <i className="key-saves" />
          Saved
        </dt>
        <dd>{grouped(saves)}</dd>
      </div>
      <div>
        <dt>
          <i className="key-searches" />
          Searches
        </dt>
        <dd>{grouped(searches)}</dd>
      </div>
    </dl>
  );
}

function Days({ days }: { days: readonly Day[] }) {
  const now = new Date();
  return (
    <details className="chart-table">
      <summary>Each day in a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard. */}
      <section className="chart-scroll" tabIndex={0} aria-label="Each day in a table">
        <table>
          <caption className="vh">What was saved and searched for each day, the latest first</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Saved</th>
              <th scope="col">Searches</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.day}>
                <th scope="row">{nameOf(day, now)}</th>
                <td>{grouped(day.saves)}</td>
                <td>{grouped(day.searches)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

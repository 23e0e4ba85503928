import { classNames } from "@/lib/class-names";
import { FeatureView, type View } from "./feature-views";

type Feature = {
  name: string;
  words: string;
  /** A decorative preview of the product. */
  view: View;
  /** Spans seven of the twelve columns, otherwise five. */
  wide?: true;
};

const FEATURES: readonly Feature[] = [
  {
    name: "Universal import",
    words:
      "Paste an address, choose a PDF, write a line. Pages, videos, tweets, documents and notes each keep their own shape.",
    view: "import",
    wide: true,
  },
  {
    name: "AI chat",
    words: "Answers in whole sentences, each with a number that opens the line it rests on.",
    view: "chat",
  },
  {
    name: "Smart organization",
    words: "Everything is sorted by kind as it arrives. There are no folders to keep.",
    view: "kinds",
  },
  {
    name: "Quick actions",
    words: "What the dashboard does has a key, and one box finds it by its name.",
    view: "actions",
    wide: true,
  },
  {
    name: "Secure storage",
    words: "Your memories are yours: kept on a server of your choice, and taken down whenever you like.",
    view: "storage",
  },
  {
    name: "Smart connections",
    words: "The paper, the talk and the note you wrote at midnight are found together, by what they mean.",
    view: "connections",
    wide: true,
  },
];

export function Features() {
  return (
    <section className="wrap sec" id="features" aria-labelledby="features-title">
      <div className="sec-head">
        <h2 id="features-title">A memory that reads what you give it.</h2>
        <p>For researchers, students and professionals who save more than they can hold.</p>
      </div>
      <ul className="bento">
        {FEATURES.map(({ name, words, view, wide }) => (
          <li className={classNames("cell", wide && "cell-wide")} key={name}>
            <div className="cell-see" aria-hidden="true">
              <FeatureView view={view} />
            </div>
            <div className="cell-say">
              <h3>{name}</h3>
              <p>{words}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

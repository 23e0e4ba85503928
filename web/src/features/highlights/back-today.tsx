import Check from "lucide-react/icons/check";
import Clock from "lucide-react/icons/clock";
import X from "lucide-react/icons/x";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { classNames } from "@/lib/class-names";
import { KINDS } from "@/memory/kinds";
import { IconButton } from "@/ui/button";
import { Menu, MenuItem } from "@/ui/menu";
import { useBack } from "./back-api";
import { sinceText } from "./groups";
import type { Answer } from "./list-calls";
import { type Listed, placeText } from "./model";
import "./colors.css";
import "./back-today.css";

type Props = {
  /** The page of all marks. */
  allPath: string;
  pathOf: (memory: string, mark: string) => string;
  /** Whether room was kept for it. Without room nothing is shown: what one reads would move. */
  room: boolean;
  onClosed: () => void;
};

/** Up to three marks that come back today, under the greeting. */
export function BackToday({ allPath, pathOf, room, onClosed }: Props) {
  const { back, failed, answer, show } = useBack();
  if (!room || failed || back?.enabled === false) return null;
  const marks = back?.highlights;
  const close = (what: "not today" | false) => void show(what).then((kept) => kept && onClosed());
  return (
    <section className="today" aria-label="Back today" aria-busy={!marks}>
      <div className="today-head">
        <h2>Back today</h2>
        <span className="today-says">{marks && saysOf(marks.length)}</span>
        <Link className="link" to={allPath}>
          All your marks
        </Link>
        <Menu
          triggerLabel="Close"
          triggerClassName="btn btn-ghost btn-icon"
          trigger={<X className="i i-s" />}
          label="Close what comes back"
        >
          <MenuItem icon={<Clock className="i" />} onClick={() => close("not today")}>
            Not today
          </MenuItem>
          <MenuItem icon={<X className="i" />} onClick={() => close(false)}>
            Never bring marks back
          </MenuItem>
        </Menu>
      </div>
      {marks && marks.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <div className="backs" role="group" aria-label="Marks that came back" tabIndex={0}>
          {marks.map((mark) => (
            <BackCard
              key={`${back.day} ${mark.id}`}
              mark={mark}
              gone={back.gone?.includes(mark.id) ?? false}
              path={pathOf(mark.memoryId, mark.id)}
              onAnswer={answer}
            />
          ))}
        </div>
      )}
    </section>
  );
}

const COUNTS = ["One thing", "Two things", "Three things"];

function saysOf(count: number): string {
  if (count === 0) return "Nothing comes back today";
  return `${COUNTS[count - 1] ?? `${count} things`} you once marked`;
}

type CardProps = {
  mark: Listed;
  /** It was answered elsewhere, or removed. */
  gone: boolean;
  path: string;
  onAnswer: (id: string, answer: Answer) => Promise<boolean>;
};

const SAID: Record<Answer, string> = {
  kept: "Kept. It comes back less often.",
  later: "It comes back tomorrow.",
  never: "It does not come back.",
};

const GONE = "It was answered or removed elsewhere.";

function BackCard({ mark, gone, path, onAnswer }: CardProps) {
  const { id, color, quote, memory } = mark;
  const [answered, setAnswered] = useState<Answer>();
  const card = useRef<HTMLElement>(null);
  const answer = async (how: Answer) => {
    setAnswered(how);
    // The buttons are gone, and the focus with them.
    if (document.activeElement?.matches("button")) card.current?.focus({ preventScroll: true });
    if (!(await onAnswer(id, how))) setAnswered(undefined);
  };
  const place = placeText(mark);
  return (
    <figure ref={card} className={classNames("back-q", `hl-${color}`, (answered || gone) && "back-done")} tabIndex={-1}>
      <blockquote dir="auto">
        <Link to={path} onClick={() => void (answered || gone || answer("kept"))}>
          {quote}
        </Link>
      </blockquote>
      <figcaption>
        <span className="back-from">
          <b dir="auto">
            {memory.title.trim() || KINDS[memory.type].label}
            {place && `, ${place}`}
          </b>
          <span role="status">
            {answered ? SAID[answered] : gone ? GONE : `Marked ${sinceText(new Date(mark.createdAt), new Date())}`}
          </span>
        </span>
        {!answered && !gone && (
          <>
            <IconButton
              label="Keep it, and show it less often"
              title="Keep it"
              icon={<Check className="i" />}
              onClick={() => void answer("kept")}
            />
            <IconButton
              label="Show it again later"
              title="Later"
              icon={<Clock className="i" />}
              onClick={() => void answer("later")}
            />
            <IconButton
              label="Do not bring this back"
              title="Never again"
              icon={<X className="i" />}
              onClick={() => void answer("never")}
            />
          </>
        )}
      </figcaption>
    </figure>
  );
}

import { HardDrive, KeyRound, PenLine, Play, Plus, Search, SunMoon, Trash2, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";
import { KindIcon } from "@/ui/kind-icon";
import garden from "./pictures/doc-garden.svg";
import fjord from "./pictures/fjord.svg";
import loaf from "./pictures/loaf.svg";

// Glimpses of the product in the classes of its own cards and answers. None of them can be pressed.

function ImportView() {
  return (
    <div className="fan">
      <div className="card">
        <img className="pic" src={fjord} alt="" width="640" height="400" loading="lazy" />
        <div className="card-body">
          <p className="fan-title">Walking the old post road</p>
        </div>
      </div>
      <div className="card card-doc">
        <div className="page">
          <img src={garden} alt="" width="480" height="620" loading="lazy" />
        </div>
        <div className="card-body">
          <p className="fan-title">Garden calendar.pdf</p>
        </div>
      </div>
      <div className="card card-video">
        <div className="stage">
          <img src={loaf} alt="" width="640" height="360" loading="lazy" />
          <span className="play">
            <Play className="i i-fill" />
          </span>
          <span className="dur">18:42</span>
        </div>
        <div className="card-body">
          <p className="fan-title">Sourdough without the ceremony</p>
        </div>
      </div>
      <div className="card card-note">
        <div className="card-body">
          <span className="kind">
            <PenLine className="i i-s" />
            Note
          </span>
          <div className="note-text">
            Ask the landlord about the deposit before the 14th. Clause 4 says thirty days, the email said sixty. Also
            the north window leaks.
          </div>
        </div>
      </div>
    </div>
  );
}

function ChatView() {
  return (
    <div className="chat">
      <p className="chat-q">When is my deposit due back?</p>
      <p className="chat-a">
        The deposit is due thirty days after the{" "}
        <span className="nb">
          keys.<span className="cite on">1</span>
        </span>{" "}
        Clause 4 says thirty days, the email said{" "}
        <span className="nb">
          sixty.<span className="cite">2</span>
        </span>
      </p>
      <ul className="chat-src">
        <li>
          <span className="cite on">1</span>Lease, 14 Quay Street.pdf<span>page 2</span>
        </li>
        <li>
          <span className="cite">2</span>Your note<span>Jun 3</span>
        </li>
      </ul>
    </div>
  );
}

const KINDS = [
  { kind: "link", name: "Web Pages", count: 21 },
  { kind: "note", name: "Notes", count: 11 },
  { kind: "tweet", name: "Tweets", count: 7 },
  { kind: "video", name: "Videos", count: 6 },
  { kind: "document", name: "Documents", count: 3 },
] as const;

function KindsView() {
  return (
    <ul className="rows">
      {KINDS.map(({ kind, name, count }) => (
        <Row key={kind} icon={<KindIcon kind={kind} />} name={name}>
          {count}
        </Row>
      ))}
    </ul>
  );
}

const ACTIONS = [
  { icon: <Search className="i" />, name: "Find or do anything", keys: ["Ctrl", "K"] },
  { icon: <Plus className="i" />, name: "Add Memory", keys: ["A"] },
  { icon: <PenLine className="i" />, name: "Add a note", keys: ["N"] },
  { icon: <Undo2 className="i" />, name: "Undo the last deletion", keys: ["Z"] },
  { icon: <SunMoon className="i" />, name: "Light or dark", keys: ["T"] },
];

function ActionsView() {
  return (
    <ul className="rows">
      {ACTIONS.map(({ icon, name, keys }) => (
        <Row key={name} icon={icon} name={name}>
          {keys.map((key) => (
            <kbd className="kbd" key={key}>
              {key}
            </kbd>
          ))}
        </Row>
      ))}
    </ul>
  );
}

function Row({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <li>
      {icon}
      <span>{name}</span>
      <span className="rows-end">{children}</span>
    </li>
  );
}

const SAFEGUARDS = [
  { icon: <KeyRound className="i" />, name: "Only you can open it", words: "One account, one owner", badge: "Private" },
  {
    icon: <HardDrive className="i" />,
    name: "Kept where you run it",
    words: "One program, one folder",
    badge: "Yours",
  },
  { icon: <Trash2 className="i" />, name: "Delete for good", words: "The answers forget it too", badge: "With undo" },
];

function StorageView() {
  return (
    <ul className="vault">
      {SAFEGUARDS.map(({ icon, name, words, badge }) => (
        <li key={name}>
          {icon}
          <span>
            {name}
            <small>{words}</small>
          </span>
          <span className="badge">{badge}</span>
        </li>
      ))}
    </ul>
  );
}

/** Boxes of the drawing: where they stand, how wide they are, and what they say. */
const BOXES = [
  { x: 28, y: 46, width: 190, words: "The case for re-reading", on: false },
  { x: 28, y: 180, width: 156, words: "Your note, Mar 9", on: true },
  { x: 444, y: 46, width: 188, words: "Sleep and memory.pdf", on: true },
  { x: 464, y: 180, width: 168, words: "Slow waves, a talk", on: false },
];

function ConnectionsView() {
  return (
    <svg className="weave" viewBox="0 0 660 252" aria-hidden="true">
      <path d="M130 66C230 66 250 132 330 132M330 132C420 132 430 200 530 200" />
      <path className="weave-on" d="M120 200C230 200 250 132 330 132M330 132C420 132 430 66 530 66" />
      <path d="M180 206C280 236 390 236 470 206M200 60C290 28 380 28 450 60" strokeDasharray="2 6" />
      {BOXES.map(({ x, y, width, words, on }) => (
        <g className={classNames(on && "weave-lit")} key={words}>
          <rect x={x} y={y} width={width} height="40" rx="8" />
          <text x={x + 18} y={y + 25}>
            {words}
          </text>
        </g>
      ))}
      <g className="weave-lit" textAnchor="middle">
        <rect x="250" y="106" width="160" height="52" rx="26" />
        <text x="330" y="129">
          The second day
        </text>
        <text className="weave-sub" x="330" y="147">
          4 memories
        </text>
      </g>
    </svg>
  );
}

const VIEWS = {
  import: ImportView,
  chat: ChatView,
  kinds: KindsView,
  connections: ConnectionsView,
  actions: ActionsView,
  storage: StorageView,
};

export type View = keyof typeof VIEWS;

export function FeatureView({ view }: { view: View }) {
  const Shown = VIEWS[view];
  return <Shown />;
}

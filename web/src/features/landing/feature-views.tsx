import FileText from "lucide-react/icons/file-text";
import Globe from "lucide-react/icons/globe";
import HardDrive from "lucide-react/icons/hard-drive";
import KeyRound from "lucide-react/icons/key-round";
import MessageCircle from "lucide-react/icons/message-circle";
import PenLine from "lucide-react/icons/pen-line";
import Play from "lucide-react/icons/play";
import Plus from "lucide-react/icons/plus";
import Search from "lucide-react/icons/search";
import SunMoon from "lucide-react/icons/sun-moon";
import Trash2 from "lucide-react/icons/trash-2";
import Undo2 from "lucide-react/icons/undo-2";
import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";
import garden from "./pictures/doc-garden.svg";
import fjord from "./pictures/fjord.svg";
import loaf from "./pictures/loaf.svg";

// Previews of the product, in the CSS classes of its own cards and answers. They are not interactive.

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
  { Icon: Globe, name: "Web Pages", count: 21 },
  { Icon: PenLine, name: "Notes", count: 11 },
  { Icon: MessageCircle, name: "Tweets", count: 7 },
  { Icon: Play, name: "Videos", count: 6 },
  { Icon: FileText, name: "Documents", count: 3 },
];

function KindsView() {
  return (
    <ul className="rows">
      {KINDS.map(({ Icon, name, count }) => (
        <Row key={name} icon={<Icon className="i" />} name={name}>
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
  {
    icon: <KeyRound className="i" />,
    name: "Shown to your account alone",
    words: "One account, one owner",
    badge: "Private",
  },
  {
    icon: <HardDrive className="i" />,
    name: "Kept where you run it",
    words: "One program, no other service",
    badge: "Yours",
  },
  { icon: <Trash2 className="i" />, name: "Delete", words: "The answers forget it too", badge: "With undo" },
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

/** The connected items, from the upper left. */
const CONNECTED = [
  { words: "On re-reading", on: false },
  { words: "Sleep study.pdf", on: true },
  { words: "Your note, Mar 9", on: true },
  { words: "Slow-wave talk", on: false },
];

/** The lines scale with the width, and their ends lie behind the boxes. */
function ConnectionsView() {
  return (
    <div className="weave">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d="M12 18C34 18 34 50 50 50M50 50C66 50 66 82 88 82" />
        <path d="M20 16C38 -4 62 -4 80 16M20 84C38 104 62 104 80 84" strokeDasharray="2 6" />
        <path className="weave-on" d="M12 82C34 82 34 50 50 50M50 50C66 50 66 18 88 18" />
      </svg>
      {CONNECTED.map(({ words, on }) => (
        <span className={classNames("weave-box", on && "weave-on")} key={words}>
          {words}
        </span>
      ))}
      <span className="weave-box weave-hub weave-on">
        The second day
        <small>4 memories</small>
      </span>
    </div>
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

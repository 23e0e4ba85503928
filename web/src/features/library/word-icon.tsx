import Archive from "lucide-react/icons/archive";
import BookCheck from "lucide-react/icons/book-check";
import BookOpen from "lucide-react/icons/book-open";
import Calendar from "lucide-react/icons/calendar";
import CircleAlert from "lucide-react/icons/circle-alert";
import Clock from "lucide-react/icons/clock";
import Globe from "lucide-react/icons/globe";
import Highlighter from "lucide-react/icons/highlighter";
import Languages from "lucide-react/icons/languages";
import Layers from "lucide-react/icons/layers";
import Rss from "lucide-react/icons/rss";
import Star from "lucide-react/icons/star";
import Tag from "lucide-react/icons/tag";
import User from "lucide-react/icons/user";
import type { Key, State } from "@/memory/filter/words";

const KEYS = {
  tag: Tag,
  kind: Layers,
  from: Globe,
  by: User,
  lang: Languages,
  before: Calendar,
  after: Calendar,
  on: Calendar,
  is: Layers,
} satisfies Record<Key, unknown>;

const STATES = {
  starred: Star,
  unread: BookOpen,
  read: BookCheck,
  archived: Archive,
  failed: CircleAlert,
  pending: Clock,
  highlighted: Highlighter,
  tagged: Tag,
  feed: Rss,
} satisfies Record<State, unknown>;

/** The mark of a filter word. */
export function WordIcon({ of, value }: { of: Key; value?: string }) {
  const Icon = of === "is" && value ? STATES[value as State] : KEYS[of];
  return <Icon className="i i-s" />;
}

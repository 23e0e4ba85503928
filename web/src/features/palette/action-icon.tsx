import Database from "lucide-react/icons/database";
import FileUp from "lucide-react/icons/file-up";
import FolderInput from "lucide-react/icons/folder-input";
import Highlighter from "lucide-react/icons/highlighter";
import House from "lucide-react/icons/house";
import Keyboard from "lucide-react/icons/keyboard";
import Layers from "lucide-react/icons/layers";
import LogOut from "lucide-react/icons/log-out";
import MessageCircleQuestionMark from "lucide-react/icons/message-circle-question-mark";
import MessagesSquare from "lucide-react/icons/messages-square";
import Moon from "lucide-react/icons/moon";
import PenLine from "lucide-react/icons/pen-line";
import Plus from "lucide-react/icons/plus";
import Rss from "lucide-react/icons/rss";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import Sparkle from "lucide-react/icons/sparkle";
import Sun from "lucide-react/icons/sun";
import Tag from "lucide-react/icons/tag";
import Undo2 from "lucide-react/icons/undo-2";
import User from "lucide-react/icons/user";
import Users from "lucide-react/icons/users";

// Mapped by name, so that the icons load with the palette and not with every page that has actions.
const ICONS = {
  add: Plus,
  admin: Users,
  ask: MessageCircleQuestionMark,
  conversations: MessagesSquare,
  dark: Moon,
  data: Database,
  document: FileUp,
  feeds: Rss,
  highlights: Highlighter,
  home: House,
  import: FolderInput,
  keys: Keyboard,
  light: Sun,
  logout: LogOut,
  memories: Layers,
  note: PenLine,
  profile: User,
  settings: SlidersHorizontal,
  tag: Tag,
  undo: Undo2,
  upgrade: Sparkle,
};

export type IconName = keyof typeof ICONS;

export function ActionIcon({ name }: { name: IconName }) {
  const Icon = ICONS[name];
  return <Icon className="i" />;
}

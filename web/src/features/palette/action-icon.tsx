import {
  FileUp,
  House,
  Keyboard,
  Layers,
  LogOut,
  MessageCircleQuestionMark,
  MessagesSquare,
  Moon,
  PenLine,
  Plus,
  SlidersHorizontal,
  Sparkle,
  Sun,
  Undo2,
  User,
} from "lucide-react";

// By name, so that they arrive with the palette and not with every page that has actions.
const ICONS = {
  add: Plus,
  ask: MessageCircleQuestionMark,
  conversations: MessagesSquare,
  dark: Moon,
  document: FileUp,
  home: House,
  keys: Keyboard,
  light: Sun,
  logout: LogOut,
  memories: Layers,
  note: PenLine,
  profile: User,
  settings: SlidersHorizontal,
  undo: Undo2,
  upgrade: Sparkle,
};

export type IconName = keyof typeof ICONS;

export function ActionIcon({ name }: { name: IconName }) {
  const Icon = ICONS[name];
  return <Icon className="i" />;
}

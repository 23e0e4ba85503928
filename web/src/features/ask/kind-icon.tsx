import { FileText, Globe, MessageCircle, PenLine, Play } from "lucide-react";
import type { Memory } from "./model";

const ICONS = { link: Globe, video: Play, tweet: MessageCircle, note: PenLine, document: FileText };

export function KindIcon({ kind }: { kind: Memory["type"] }) {
  const Icon = ICONS[kind];
  return <Icon className="i i-s" />;
}

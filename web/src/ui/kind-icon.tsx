import { FileText, Globe, MessageCircle, PenLine, Play } from "lucide-react";

const ICONS = { link: Globe, video: Play, tweet: MessageCircle, note: PenLine, document: FileText };

/** The mark of a kind of memory. */
export function KindIcon({ kind, className = "i" }: { kind: keyof typeof ICONS; className?: string }) {
  const Icon = ICONS[kind];
  return <Icon className={className} />;
}

import { KINDS, type Kind } from "./kinds";

/** The mark of a kind of memory. */
export function KindIcon({ kind, className = "i" }: { kind: Kind; className?: string }) {
  const { Icon } = KINDS[kind];
  return <Icon className={className} />;
}

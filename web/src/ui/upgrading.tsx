import { UPGRADE_PATH } from "@/lib/upgrade-path";

/** A message of a limit, which leads to Pro where it speaks of it. */
export function Upgrading({ children }: { children: string }) {
  if (!/upgrade to pro/i.test(children)) return children;
  return (
    <a className="link" href={UPGRADE_PATH}>
      {children}
    </a>
  );
}

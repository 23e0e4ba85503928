import ArrowLeft from "lucide-react/icons/arrow-left";
import type { ReactNode } from "react";
import { Link } from "react-router";

/** The link above a page's title, to the page that it belongs to. */
export function BackLink({ to, children = "Your memories" }: { to: string; children?: ReactNode }) {
  return (
    <Link className="back" to={to}>
      <ArrowLeft className="i i-s" />
      {children}
    </Link>
  );
}

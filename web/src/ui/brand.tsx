import { Link } from "react-router";
import { BrainMark } from "./icons";

/** The product's mark and name, as a link. */
export function Brand({ to }: { to: string }) {
  return (
    <Link className="brand" to={to}>
      <BrainMark />
      Engram
    </Link>
  );
}

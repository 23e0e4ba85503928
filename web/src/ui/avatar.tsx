import { initials } from "@/lib/initials";

/** Up to two initials in a circle; empty until the name is known. */
export function Avatar({ name }: { name: string | undefined }) {
  return (
    <span className="avatar" aria-hidden="true">
      {name ? initials(name) : null}
    </span>
  );
}

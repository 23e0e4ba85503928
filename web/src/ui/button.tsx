import LoaderCircle from "lucide-react/icons/loader-circle";
import Sparkle from "lucide-react/icons/sparkle";
import type { ComponentProps, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { classNames } from "@/lib/class-names";

type Look = "primary" | "secondary" | "pro" | "ghost" | "danger";
type Size = "small" | "large";

const SIZES: Record<Size, string> = { small: "btn-s", large: "btn-lg" };

interface Appearance {
  look?: Look;
  size?: Size | undefined;
  /** Fills the width of its container. */
  block?: boolean;
  /** Stands before the words. The pro look brings a spark of its own. */
  icon?: ReactNode;
}

function appearance({ look = "primary", size, block }: Appearance, own?: string): string {
  return classNames("btn", `btn-${look}`, size && SIZES[size], block && "btn-block", own);
}

function leading({ look, icon }: Appearance): ReactNode {
  return icon ?? (look === "pro" ? <Sparkle className="i i-s" /> : null);
}

interface ButtonProps extends ComponentProps<"button">, Appearance {
  /** Shows a spinner and takes no press, but keeps the focus where it is. */
  busy?: boolean;
}

export function Button({
  look,
  size,
  block = false,
  icon,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={appearance({ look: look ?? "primary", size, block }, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      // preventDefault stops a busy submit button from submitting its form once more.
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <LoaderCircle className="i spin" /> : leading({ look: look ?? "primary", icon })}
      {children}
    </button>
  );
}

/** A link that looks like a button: it goes somewhere inside the app. */
export function ButtonLink({ look, size, block = false, icon, className, children, ...rest }: LinkProps & Appearance) {
  return (
    <Link {...rest} className={appearance({ look: look ?? "primary", size, block }, className)}>
      {leading({ look: look ?? "primary", icon })}
      {children}
    </Link>
  );
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "aria-label"> {
  /** Says what it does, since the icon can't. */
  label: string;
  icon: ReactNode;
}

export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} aria-label={label} className={classNames("btn btn-ghost btn-icon", className)}>
      {icon}
    </button>
  );
}

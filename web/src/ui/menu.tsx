import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Link, type LinkProps } from "react-router";

interface MenuProps {
  /** What the trigger does, since it may show a mark alone. */
  triggerLabel: string;
  triggerClassName: string;
  trigger: ReactNode;
  label: string;
  initiallyOpen?: boolean;
  /** Stands above the entries and is not one of them. */
  head?: ReactNode;
  /** MenuItem, MenuLink, MenuOutLink, MenuCheck, hr. */
  children: ReactNode;
}

const ENTRIES = '[role^="menuitem"]';

/** A button that opens a menu beneath it. Escape, Tab, a press outside and a choice close it. */
export function Menu({
  triggerLabel,
  triggerClassName,
  trigger,
  label,
  initiallyOpen = false,
  head,
  children,
}: MenuProps) {
  const [open, setOpen] = useState(initiallyOpen);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    entries(root.current)[0]?.focus();
    const outside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [open]);

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") close();
    else if (event.key === "Tab") setOpen(false);
    else if (!moveFocus(entries(root.current), event.key)) return;
    // Tab goes on to the next control of the page; the other keys have had their effect.
    if (event.key !== "Tab") event.preventDefault();
  }

  function onChoice(event: MouseEvent) {
    const entry = (event.target as Element).closest(ENTRIES);
    if (entry?.getAttribute("role") === "menuitem" && entry.getAttribute("aria-disabled") !== "true") close();
  }

  return (
    <div className="relative" ref={root}>
      <button
        ref={button}
        type="button"
        className={triggerClassName}
        aria-label={triggerLabel}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      {open && (
        <div className="menu menu-pop">
          {head}
          <div role="menu" id={id} tabIndex={-1} aria-label={label} onKeyDown={onKeyDown} onClick={onChoice}>
            {children}
          </div>
        </div>
      )}
    </div>
  );
}

function entries(root: HTMLElement | null): HTMLElement[] {
  return root ? [...root.querySelectorAll<HTMLElement>(ENTRIES)] : [];
}

/** Moves the focus as the key asks, round the ends; false for a key that asks nothing. */
function moveFocus(all: HTMLElement[], key: string): boolean {
  const now = all.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[key];
  if (next === undefined) return false;
  all.at(next % all.length)?.focus();
  return true;
}

interface Entry {
  icon: ReactNode;
  /** At the end of the line: a switch, a key, an arrow. */
  mark?: ReactNode;
}

export function MenuItem({ icon, mark, children, ...rest }: ComponentProps<"button"> & Entry) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} {...rest} className="item">
      {icon}
      {children}
      {mark && <span className="ml-auto">{mark}</span>}
    </button>
  );
}

/** An entry that is on or off; the menu stays open. */
export function MenuCheck({ checked, ...rest }: ComponentProps<"button"> & Entry & { checked: boolean }) {
  return <MenuItem {...rest} role="menuitemcheckbox" aria-checked={checked} />;
}

/** An entry that goes somewhere inside the app. */
export function MenuLink({ icon, mark, children, ...rest }: LinkProps & Entry) {
  return (
    <Link role="menuitem" tabIndex={-1} {...rest} className="item">
      {icon}
      {children}
      {mark && <span className="ml-auto">{mark}</span>}
    </Link>
  );
}

/** An entry that leaves the app, in a new window. */
export function MenuOutLink({ icon, mark, children, ...rest }: ComponentProps<"a"> & Entry) {
  return (
    <a role="menuitem" tabIndex={-1} target="_blank" rel="noreferrer" {...rest} className="item">
      {icon}
      {children}
      {mark && <span className="ml-auto">{mark}</span>}
    </a>
  );
}

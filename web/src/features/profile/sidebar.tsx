import type { LucideIcon } from "lucide-react";
import ChartNoAxesColumn from "lucide-react/icons/chart-no-axes-column";
import Database from "lucide-react/icons/database";
import Menu from "lucide-react/icons/menu";
import Rss from "lucide-react/icons/rss";
import Shield from "lucide-react/icons/shield";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import Sparkle from "lucide-react/icons/sparkle";
import User from "lucide-react/icons/user";
import X from "lucide-react/icons/x";
import { type KeyboardEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { classNames } from "@/lib/class-names";
import { isPersonal } from "@/lib/house";
import { Avatar } from "@/ui/avatar";
import { Brand } from "@/ui/brand";
import { IconButton } from "@/ui/button";
import { Skeleton } from "@/ui/skeleton";
import type { User as Person } from "./model";
import { useSection } from "./use-section";

const SECTIONS = [
  { hash: "#profile", label: "Profile", Icon: User },
  { hash: "#usage", label: "Usage", Icon: ChartNoAxesColumn },
  { hash: "#security", label: "Security", Icon: Shield },
  { hash: "#subscription", label: "Subscription", Icon: Sparkle },
];

/** Personal servers sell no plans. */
const sections = () => (isPersonal() ? SECTIONS.filter(({ hash }) => hash !== "#subscription") : SECTIONS);

const HASHES = SECTIONS.map(({ hash }) => hash);

/** The pages of the account. */
export type AccountPaths = {
  homePath: string;
  profilePath: string;
  dataPath: string;
  feedsPath: string;
  settingsPath: string;
};

export type SidebarProps = AccountPaths & {
  /** The page that this is on. */
  here: "profile" | "data" | "feeds";
  /** Undefined while loading. */
  user: Person | undefined;
};

/** The links home, to the sections of the profile and to the other pages. On narrow screens it is a bar with a menu. */
export function Sidebar({ homePath, profilePath, dataPath, feedsPath, settingsPath, here, user }: SidebarProps) {
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const { hash, choose } = useSection(HASHES);
  const onProfile = here === "profile";

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || !open) return;
    setOpen(false);
    toggle.current?.focus();
  }

  return (
    <aside className="acct-side" aria-label="Account" onKeyDown={onKeyDown}>
      <div className="acct-top">
        <Brand to={homePath} />
        <IconButton
          ref={toggle}
          className="acct-toggle"
          label="Menu"
          icon={open ? <X className="i" /> : <Menu className="i" />}
          aria-expanded={open}
          aria-controls="sections"
          onClick={() => setOpen(!open)}
        />
      </div>
      <nav className={classNames("acct-nav", !open && "shut")} id="sections" aria-label="Sections">
        {sections().map(({ hash: target, label, Icon }) =>
          onProfile ? (
            <a
              key={target}
              className={classNames("item", target === hash && "on")}
              aria-current={target === hash ? "location" : undefined}
              href={target}
              onClick={() => {
                choose(target);
                setOpen(false);
              }}
            >
              <Icon className="i" />
              {label}
            </a>
          ) : (
            <Link key={target} className="item" to={target === HASHES[0] ? profilePath : profilePath + target}>
              <Icon className="i" />
              {label}
            </Link>
          ),
        )}
        <PageLink Icon={Database} to={dataPath} current={here === "data"}>
          Your data
        </PageLink>
        <PageLink Icon={Rss} to={feedsPath} current={here === "feeds"}>
          Feeds
        </PageLink>
        <PageLink Icon={SlidersHorizontal} to={settingsPath}>
          Settings
        </PageLink>
      </nav>
      <Who user={user} />
    </aside>
  );
}

type PageLinkProps = { Icon: LucideIcon; to: string; current?: boolean; children: string };

function PageLink({ Icon, to, current = false, children }: PageLinkProps) {
  return (
    <Link className={classNames("item", current && "on")} aria-current={current ? "page" : undefined} to={to}>
      <Icon className="i" />
      {children}
    </Link>
  );
}

function Who({ user }: { user: Person | undefined }) {
  return (
    <div className="menu-who" aria-hidden="true">
      <Avatar name={user?.username} />
      <div className="min-w-0">
        {user ? <b>{user.username}</b> : <Skeleton className="h-3.5 w-24" />}
        {user?.email && <span>{user.email}</span>}
      </div>
    </div>
  );
}

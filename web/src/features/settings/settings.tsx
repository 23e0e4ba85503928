import type { LucideIcon } from "lucide-react";
import ChartNoAxesColumn from "lucide-react/icons/chart-no-axes-column";
import ChevronRight from "lucide-react/icons/chevron-right";
import Database from "lucide-react/icons/database";
import Highlighter from "lucide-react/icons/highlighter";
import Laptop from "lucide-react/icons/laptop";
import MessagesSquare from "lucide-react/icons/messages-square";
import Rss from "lucide-react/icons/rss";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { isPersonal } from "@/lib/house";
import { BackLink } from "@/ui/back-link";
import { Keys } from "@/ui/keys";
import { PageTitle } from "@/ui/page-title";
import { Section } from "@/ui/section";
import { SingleKeysSwitch } from "@/ui/single-keys-switch";
import { CloseReading } from "./close-reading";
import { KeepConversations } from "./keep-conversations";
import type { User } from "./model";
import { Privacy } from "./privacy";

type Props = {
  homePath: string;
  profilePath: string;
  dataPath: string;
  feedsPath: string;
  conversationsPath: string;
  highlightsPath: string;
  /** Turns on and off that marks come back. */
  backSwitch: ReactNode;
  dark: boolean;
  onToggleTheme: () => void;
  /** Undefined while loading. */
  user: User | undefined;
  /** Refetches the user for the whole app. */
  refreshUser: () => Promise<unknown>;
};

/** The user's settings, with links to the pages that hold the others. */
export function Settings(props: Props) {
  const { homePath, profilePath, dataPath, feedsPath, conversationsPath, highlightsPath, backSwitch } = props;
  const { dark, onToggleTheme, user, refreshUser } = props;
  return (
    <main id="main" className="set-page settings">
      <BackLink to={homePath} />
      <PageTitle>Settings</PageTitle>
      <Section id="theme" title="Theme" lead="Kept in this browser.">
        <button type="button" role="switch" className="set-switch" aria-checked={dark} onClick={onToggleTheme}>
          Dark mode
          <span className="switch" />
        </button>
      </Section>
      <Section id="keys" title="Keys" lead="What the app does has a key.">
        <SingleKeysSwitch />
        <p className="set-note">
          All of them are listed by <Keys keys="?" />, and found by name with <Keys keys="mod+k" />
        </p>
      </Section>
      <Section id="privacy" title="Privacy" lead="What is kept of what you ask. What leaves this Engram, and to whom.">
        <KeepConversations />
        <Privacy user={user} refreshUser={refreshUser} />
      </Section>
      <Section id="marks" title="Marks" lead="Up to three a day come back under the greeting.">
        {backSwitch}
      </Section>
      <Section id="reading" title="Close reading" lead="How far what you saved is read for what it means.">
        <CloseReading />
      </Section>
      <Section id="data" title="Your data" lead="What is here of you, and how to end it.">
        <ul className="set-ways">
          <Way Icon={Database} to={dataPath} says="Bring it in, take it out, tags, and what you deleted">
            Your data
          </Way>
          <Way Icon={Rss} to={feedsPath} says="Follow, pause or leave them; whether answers use them">
            Feeds
          </Way>
          <Way Icon={MessagesSquare} to={conversationsPath} says="Search them, delete one or all">
            Conversations
          </Way>
          <Way Icon={Highlighter} to={highlightsPath} says="Search them, change them, take them along as a file">
            Your marks
          </Way>
          <Way Icon={Laptop} to={`${profilePath}#security`} says="Devices, signing out everywhere else, what happened">
            Where you are signed in
          </Way>
          <Way
            Icon={ChartNoAxesColumn}
            to={`${profilePath}#usage`}
            says={isPersonal() ? "Memories, documents and searches" : "Memories, documents and searches of your plan"}
          >
            Usage
          </Way>
        </ul>
      </Section>
    </main>
  );
}

type WayProps = { Icon: LucideIcon; to: string; says: string; children: string };

/** A section that links to another page. */
function Way({ Icon, to, says, children }: WayProps) {
  return (
    <li>
      <Link to={to}>
        <Icon className="i" />
        <span>
          {children}
          <small>{says}</small>
        </span>
        <ChevronRight className="i i-s" />
      </Link>
    </li>
  );
}

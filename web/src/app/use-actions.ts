import type { RefObject } from "react";
import { useNavigate } from "react-router";
import type { AskHandle } from "@/features/ask";
import type { ShelfHandle } from "@/features/memories";
import { TABS } from "@/features/memories/tab-list";
import type { Action } from "@/features/palette";
import { signOut } from "@/features/shell";
import { useTheme } from "@/features/theme";
import type { Memory } from "@/memory/kinds";
import { askForTags } from "@/memory/tags/asked";
import { paths } from "./paths";
import { toAsk } from "./to-ask";

export type Wiring = {
  /** The box to ask in and the shelf, where the page has them. */
  ask: RefObject<AskHandle | null> | undefined;
  shelf: RefObject<ShelfHandle | null> | undefined;
  /** Undefined until it is known. */
  isPremium: boolean | undefined;
  /** Whether what owners do is within reach. */
  isOwner: boolean;
  onAdd: (kind?: "link" | "note" | "document") => void;
  onUndo: () => void;
  /** Called when the token is gone. */
  onSignedOut: () => void;
};

const THEME = "dark light theme appearance colour color";

type Icon = NonNullable<Action["icon"]>;

function act(icon: Icon, keys: string, label: string, run: () => void, also = ""): Action {
  return { id: icon, icon, keys, label, group: "Do", run, also };
}

function go(icon: Icon, keys: string, label: string, run: () => void, also = ""): Action {
  return { ...act(icon, keys, label, run, also), group: "Go" };
}

/** Everything that can be done from anywhere under the header. */
export function useActions(wiring: Wiring, opened?: Memory): readonly Action[] {
  const { ask, shelf, isPremium, isOwner, onAdd, onUndo, onSignedOut } = wiring;
  const navigate = useNavigate();
  const { theme, toggle } = useTheme();
  return [
    act(
      "ask",
      "/",
      "Ask your memories",
      () => (ask ? ask.current?.focus() : void navigate(paths.home, toAsk(""))),
      "question search chat",
    ),
    act("add", "a", "Add Memory", () => onAdd(), "new save create link bookmark"),
    act("note", "n", "Add a note", () => onAdd("note"), "new write create"),
    act("document", "u", "Upload a PDF", () => onAdd("document"), "file document import"),
    act(
      "import",
      "shift+i",
      "Bring memories in",
      () => void navigate(paths.import),
      "import bookmarks browser pocket raindrop notion obsidian omnivore opml csv move",
    ),
    ...(opened ? [act("tag", "#", "Tag this memory", () => askForTags(opened), "label tags")] : []),
    act("undo", "z mod+z", "Undo the last deletion", onUndo, "restore bring back delete"),
    theme === "dark" ? act("light", "t", "Light mode", toggle, THEME) : act("dark", "t", "Dark mode", toggle, THEME),
    go("home", "h", "Home", () => void navigate(paths.home, { replace: true }), "dashboard start"),
    go("memories", "m", "Your memories", () => (shelf ? shelf.current?.visit() : void navigate(paths.home))),
    go(
      "conversations",
      "c",
      "Conversations",
      () => void navigate(paths.conversations),
      "history questions answers chats",
    ),
    go("highlights", "y", "Your marks", () => void navigate(paths.highlights), "highlights quotes remarks export anki"),
    go(
      "profile",
      "p",
      "Profile",
      () => void navigate(paths.profile),
      "account password email sessions devices usage billing plan",
    ),
    go(
      "data",
      "shift+d",
      "Your data",
      () => void navigate(paths.data),
      "export download backup tags trash take out leave",
    ),
    go("feeds", "shift+f", "Feeds", () => void navigate(paths.feeds), "rss atom follow subscribe news sites opml"),
    go("settings", "s", "Settings", () => void navigate(paths.settings), "preferences options configuration privacy"),
    ...(isOwner
      ? [
          go(
            "admin",
            "shift+a",
            "Admin",
            () => void navigate(paths.admin),
            "owner people accounts invitations invite jobs storage version household",
          ),
        ]
      : []),
    ...(isPremium === false
      ? [go("upgrade", "shift+u", "Upgrade Pro", () => void navigate(paths.upgrade), "pricing plans billing buy")]
      : []),
    ...(shelf ? TABS : []).map(({ id, label }, index) => ({
      ...go("memories", String(index + 1), label, () => {
        shelf?.current?.choose(id);
        shelf?.current?.visit();
      }),
      id: `tab-${id}`,
    })),
    act(
      "logout",
      "shift+q",
      "Logout",
      () => void signOut().then((out) => out && onSignedOut()),
      "log out sign out off quit leave",
    ),
  ];
}

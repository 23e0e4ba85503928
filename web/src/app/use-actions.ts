import type { RefObject } from "react";
import { useNavigate } from "react-router";
import type { AskHandle } from "@/features/ask";
import { type ShelfHandle, TABS } from "@/features/memories";
import type { Action } from "@/features/palette";
import { signOut } from "@/features/shell";
import { useTheme } from "@/features/theme";
import { paths } from "./paths";
import { toAsk } from "./to-ask";

export type Wiring = {
  /** The box to ask in and the shelf, where the page has them. */
  ask: RefObject<AskHandle | null> | undefined;
  shelf: RefObject<ShelfHandle | null> | undefined;
  /** Undefined until it is known. */
  isPremium: boolean | undefined;
  onAdd: (kind?: "link" | "note" | "document") => void;
  onUndo: () => void;
  /** Called when the token is gone. */
  onSignedOut: () => void;
};

type Icon = NonNullable<Action["icon"]>;

function act(icon: Icon, keys: string, label: string, run: () => void): Action {
  return { id: icon, icon, keys, label, group: "Do", run };
}

function go(icon: Icon, keys: string, label: string, run: () => void): Action {
  return { ...act(icon, keys, label, run), group: "Go" };
}

/** Everything that can be done from anywhere under the header. */
export function useActions(wiring: Wiring): readonly Action[] {
  const { ask, shelf, isPremium, onAdd, onUndo, onSignedOut } = wiring;
  const navigate = useNavigate();
  const { theme, toggle } = useTheme();
  return [
    act("ask", "/", "Ask your memories", () => (ask ? ask.current?.focus() : void navigate(paths.home, toAsk("")))),
    act("add", "a", "Add Memory", () => onAdd()),
    act("note", "n", "Add a note", () => onAdd("note")),
    act("document", "u", "Upload a PDF", () => onAdd("document")),
    act("undo", "z mod+z", "Undo the last deletion", onUndo),
    theme === "dark" ? act("light", "t", "Light mode", toggle) : act("dark", "t", "Dark mode", toggle),
    go("home", "h", "Home", () => void navigate(paths.home, { replace: true })),
    go("memories", "m", "Your memories", () => (shelf ? shelf.current?.visit() : void navigate(paths.home))),
    go("conversations", "c", "Conversations", () => void navigate(paths.conversations)),
    go("profile", "p", "Profile", () => void navigate(paths.profile)),
    go("settings", "s", "Settings", () => void navigate(paths.settings)),
    ...(isPremium === false ? [go("upgrade", "shift+u", "Upgrade Pro", () => void navigate(paths.upgrade))] : []),
    ...(shelf ? TABS : []).map(({ id, label }, index) => ({
      ...go("memories", String(index + 1), label, () => {
        shelf?.current?.choose(id);
        shelf?.current?.visit();
      }),
      id: `tab-${id}`,
    })),
    act("logout", "shift+q", "Logout", () => void signOut().then(onSignedOut)),
  ];
}

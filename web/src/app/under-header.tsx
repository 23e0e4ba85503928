import type { ReactNode, RefObject } from "react";
import { Outlet, useLocation, useNavigate } from "react-router";
import { isOwner } from "@/api/is-owner";
import type { AskHandle } from "@/features/ask";
import { CardPartsContext, type ShelfHandle, useAddMemory, useDelete } from "@/features/memories";
import { usePalette } from "@/features/palette";
import { Header, useUser } from "@/features/shell";
import { useTheme } from "@/features/theme/use-theme";
import { cardParts } from "./card-parts";
import { paths, REPOSITORY_URL } from "./paths";
import { PrivateData } from "./private-data";

const loadShortcuts = () => import("./shortcuts");
const loadEditor = () => import("@/features/editor/writing-area");

type Props = {
  /** The box to ask in and the shelf, where the page has them. */
  ask?: RefObject<AskHandle | null>;
  shelf?: RefObject<ShelfHandle | null>;
  /** The page has a header of its own. */
  bare?: boolean;
  /** Draws the page, given what opens Add Memory; by default it is the route's. */
  children?: (onAdd: ReturnType<typeof useAddMemory>["open"]) => ReactNode;
};

/** A page of the user's memories: the header over it, and its shortcuts. */
export function UnderHeader(props: Props) {
  return (
    <PrivateData>
      <CardPartsContext value={cardParts}>
        <Frame {...props} />
      </CardPartsContext>
    </PrivateData>
  );
}

/** The header, the palette and the Add Memory panel around a page. */
export function Frame({ ask, shelf, bare, children }: Props) {
  const navigate = useNavigate();
  const { theme, toggle } = useTheme();
  const user = useUser();
  // From one that is opened the other takes its place: the way back leads to the page behind.
  const replace = useLocation().pathname.includes("/memory/");
  const openMemory = (id: string) => void navigate(paths.memory(id), { replace });
  const { open: openAdd, panel } = useAddMemory(user?.isPremium ?? false, openMemory, loadEditor);
  const { undo } = useDelete();
  const onSignedOut = () => void navigate(paths.signIn);
  const { open: openPalette, overlays } = usePalette(loadShortcuts, {
    ask,
    shelf,
    isPremium: user?.isPremium,
    isOwner: isOwner(user),
    onAdd: openAdd,
    onUndo: undo,
    onSignedOut,
    onOpen: openMemory,
  });
  return (
    <>
      {!bare && (
        <Header
          homePath={paths.home}
          signInPath={paths.signIn}
          upgradePath={paths.upgrade}
          profilePath={paths.profile}
          conversationsPath={paths.conversations}
          settingsPath={paths.settings}
          adminPath={paths.admin}
          repositoryUrl={REPOSITORY_URL}
          dark={theme === "dark"}
          onToggleTheme={toggle}
          onAdd={() => openAdd()}
          onFind={openPalette}
          onSignedOut={onSignedOut}
        />
      )}
      {children ? children(openAdd) : <Outlet />}
      {panel}
      {overlays}
    </>
  );
}

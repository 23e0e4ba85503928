import { type ComponentType, useState } from "react";
import { Avatar } from "@/ui/avatar";
import { toast } from "@/ui/toast";
import type { UserMenuProps } from "./user-menu";

const load = () => import("./user-menu");
// Preloaded on hover and focus. A failure is shown on the press.
const preload = () => void load().catch(() => {});

/** The avatar, whose menu arrives with the first press. */
export function Account(props: Omit<UserMenuProps, "initiallyOpen">) {
  const [UserMenu, setUserMenu] = useState<ComponentType<UserMenuProps>>();
  if (UserMenu) return <UserMenu {...props} initiallyOpen />;
  const open = () =>
    load().then(
      (loaded) => setUserMenu(() => loaded.UserMenu),
      (error) => {
        console.error("loading the user menu failed", error);
        toast.error("The menu did not open. Please try again.");
      },
    );
  return (
    <button
      type="button"
      className="me"
      aria-label="User menu"
      aria-haspopup="menu"
      aria-expanded="false"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={open}
    >
      <Avatar name={props.user?.username} />
    </button>
  );
}

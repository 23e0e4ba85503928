import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import CodeXml from "lucide-react/icons/code-xml";
import LogOut from "lucide-react/icons/log-out";
import MessagesSquare from "lucide-react/icons/messages-square";
import Moon from "lucide-react/icons/moon";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import Person from "lucide-react/icons/user";
import Users from "lucide-react/icons/users";
import { isOwner } from "@/api/is-owner";
import { Avatar } from "@/ui/avatar";
import { GithubMark } from "@/ui/github-mark";
import { KeyHint } from "@/ui/keys";
import { Menu, MenuCheck, MenuItem, MenuLink, MenuOutLink } from "@/ui/menu";
import { Skeleton } from "@/ui/skeleton";
import { signOut, type useUser } from "./api";

type User = ReturnType<typeof useUser>;

export interface UserMenuProps {
  user: User;
  /** Whether it stands open when it appears. */
  initiallyOpen: boolean;
  dark: boolean;
  onToggleTheme: () => void;
  profilePath: string;
  conversationsPath: string;
  settingsPath: string;
  /** For owners alone. */
  adminPath: string;
  repositoryUrl: string;
  /** Called when the token is gone. */
  onSignedOut: () => void;
}

export function UserMenu(props: UserMenuProps) {
  const { user, initiallyOpen, dark, onToggleTheme, onSignedOut } = props;
  const { profilePath, conversationsPath, settingsPath, adminPath, repositoryUrl } = props;
  return (
    <Menu
      triggerLabel="User menu"
      triggerClassName="me"
      trigger={<Avatar name={user?.username} />}
      label="User menu"
      initiallyOpen={initiallyOpen}
      head={<Who user={user} />}
    >
      <MenuLink icon={<Person className="i" />} to={profilePath} mark={<KeyHint keys="p" />}>
        Profile
      </MenuLink>
      <MenuLink icon={<MessagesSquare className="i" />} to={conversationsPath} mark={<KeyHint keys="c" />}>
        Conversations
      </MenuLink>
      <MenuCheck
        icon={<Moon className="i" />}
        checked={dark}
        onClick={onToggleTheme}
        mark={<span className="switch block" />}
      >
        Dark mode
      </MenuCheck>
      <MenuLink icon={<SlidersHorizontal className="i" />} to={settingsPath} mark={<KeyHint keys="s" />}>
        Settings
      </MenuLink>
      {isOwner(user) && (
        <MenuLink icon={<Users className="i" />} to={adminPath} mark={<KeyHint keys="shift+a" />}>
          Admin
        </MenuLink>
      )}
      <MenuItem icon={<CodeXml className="i" />} aria-disabled="true">
        API
      </MenuItem>
      <MenuOutLink icon={<GithubMark />} href={repositoryUrl} mark={<ArrowUpRight className="i i-s" />}>
        Source code
      </MenuOutLink>
      <hr />
      <MenuItem
        icon={<LogOut className="i" />}
        mark={<KeyHint keys="shift+q" />}
        onClick={() => void signOut().then((out) => out && onSignedOut())}
      >
        Logout
      </MenuItem>
    </Menu>
  );
}

/** Name and email; quiet bars of their size until they are known. */
function Who({ user }: { user: User }) {
  return (
    <div className="menu-who">
      <Avatar name={user?.username} />
      {user ? (
        <div className="min-w-0">
          <b>{user.username}</b>
          <span>{user.email ?? "No email yet"}</span>
        </div>
      ) : (
        <div role="status" aria-label="Loading your name and email" className="grid gap-2">
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="h-3 w-36" />
        </div>
      )}
    </div>
  );
}

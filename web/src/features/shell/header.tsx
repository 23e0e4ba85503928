import Plus from "lucide-react/icons/plus";
import Search from "lucide-react/icons/search";
import Sparkle from "lucide-react/icons/sparkle";
import { Link } from "react-router";
import { useToken } from "@/api/session";
import { Button, ButtonLink } from "@/ui/button";
import { BrainMark } from "@/ui/icons";
import { KeyHint } from "@/ui/keys";
import { Account } from "./account";
import { useUser } from "./api";
import type { UserMenuProps } from "./user-menu";

interface HeaderProps extends Omit<UserMenuProps, "user" | "initiallyOpen"> {
  homePath: string;
  signInPath: string;
  upgradePath: string;
  /** Opens Add Memory. */
  onAdd: () => void;
  /** Opens the palette. */
  onFind: () => void;
}

/** The bar over the dashboard. */
export function Header({ homePath, signInPath, upgradePath, onAdd, onFind, ...menu }: HeaderProps) {
  const token = useToken();
  const user = useUser();
  return (
    <header className="bar">
      <div className="bar-in">
        <Link className="brand" to={homePath} aria-label="Engram home">
          <BrainMark />
        </Link>
        <span className="grow" />
        <Seek onFind={onFind} />
        {user?.isPremium && <PremiumBadge />}
        {user?.isPremium === false && (
          <ButtonLink look="pro" to={upgradePath} aria-label="Upgrade Pro">
            <span className="btn-label">Upgrade Pro</span>
          </ButtonLink>
        )}
        <Button className="btn-add" aria-label="Add Memory" icon={<Plus className="i" />} onClick={onAdd}>
          <span className="btn-label">Add Memory</span>
        </Button>
        {token ? (
          <Account user={user} {...menu} />
        ) : (
          <ButtonLink look="secondary" to={signInPath}>
            Log In
          </ButtonLink>
        )}
      </div>
    </header>
  );
}

/** Looks like a field, since that is what it opens. */
function Seek({ onFind }: { onFind: () => void }) {
  return (
    <button
      type="button"
      className="seek"
      aria-label="Find or do anything"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onFind}
    >
      <Search className="i i-s" />
      <span className="seek-t">Find or do anything</span>
      <KeyHint keys="mod+k" />
    </button>
  );
}

function PremiumBadge() {
  return (
    <span className="badge badge-pro">
      <Sparkle className="i i-s" />
      <span className="badge-t">Premium</span>
      <span className="vh">member</span>
    </span>
  );
}

import { Plus, Sparkle } from "lucide-react";
import { Link } from "react-router";
import { useToken } from "@/api/session";
import { Button, ButtonLink } from "@/ui/button";
import { BrainMark } from "@/ui/icons";
import { useUser } from "./api";
import { UserMenu, type UserMenuProps } from "./user-menu";

interface HeaderProps extends Omit<UserMenuProps, "user"> {
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
        <button type="button" onClick={onFind}>
          Find or do anything
        </button>
        {user?.isPremium && <PremiumBadge />}
        {user?.isPremium === false && (
          <ButtonLink look="pro" to={upgradePath}>
            Upgrade Pro
          </ButtonLink>
        )}
        <Button className="btn-add" aria-label="Add Memory" icon={<Plus className="i" />} onClick={onAdd}>
          <span className="btn-label">Add Memory</span>
        </Button>
        {token ? (
          <UserMenu user={user} {...menu} />
        ) : (
          <ButtonLink look="secondary" to={signInPath}>
            Log In
          </ButtonLink>
        )}
      </div>
    </header>
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

import Ellipsis from "lucide-react/icons/ellipsis";
import KeyRound from "lucide-react/icons/key-round";
import ShieldCheck from "lucide-react/icons/shield-check";
import UserCheck from "lucide-react/icons/user-check";
import UserMinus from "lucide-react/icons/user-minus";
import UserX from "lucide-react/icons/user-x";
import { isOwner } from "@/api/is-owner";
import { Menu, MenuItem } from "@/ui/menu";
import { isolated, type Person } from "./model";
import type { PersonActions } from "./use-person-actions";

/** What an owner may do with the account of another user. */
export function PersonMenu({ person, actions }: { person: Person; actions: PersonActions }) {
  const label = `Actions for ${isolated(person.username)}`;
  return (
    <Menu
      triggerLabel={label}
      triggerClassName="btn btn-ghost btn-icon"
      trigger={<Ellipsis className="i" />}
      label={label}
    >
      {isOwner(person) ? (
        <MenuItem icon={<UserMinus className="i" />} onClick={() => actions.makeMember(person)}>
          Make a member
        </MenuItem>
      ) : (
        <MenuItem icon={<ShieldCheck className="i" />} onClick={() => actions.makeOwner(person)}>
          Make an owner
        </MenuItem>
      )}
      <MenuItem icon={<KeyRound className="i" />} onClick={() => actions.newPassword(person)}>
        New password
      </MenuItem>
      <hr />
      {person.disabled ? (
        <MenuItem icon={<UserCheck className="i" />} onClick={() => actions.enable(person)}>
          Enable
        </MenuItem>
      ) : (
        <MenuItem icon={<UserX className="i" />} onClick={() => actions.disable(person)}>
          Disable
        </MenuItem>
      )}
    </Menu>
  );
}

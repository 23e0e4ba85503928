import { Profile } from "@/features/profile";
import { useUser } from "@/features/shell";
import { paths } from "../paths";
import { PrivateData } from "../private-data";

export function Component() {
  return (
    <PrivateData>
      <Page />
    </PrivateData>
  );
}

function Page() {
  return <Profile homePath={paths.home} upgradePath={paths.upgrade} user={useUser()} />;
}

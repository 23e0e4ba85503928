import { Profile } from "@/features/profile";
import { paths } from "../paths";
import { PrivateData } from "../private-data";

export function Component() {
  return (
    <PrivateData>
      <Profile homePath={paths.home} />
    </PrivateData>
  );
}

import "@/features/billing/upgrade.css";
import { Upgrade } from "@/features/billing";
import { useContact } from "@/features/contact";
import { useUser } from "@/features/shell";
import { ThemeButton } from "@/features/theme";
import { Commands } from "../../commands";
import { paths } from "../../paths";
import { PrivateData } from "../../private-data";

export function Component() {
  return (
    <PrivateData>
      <Page />
      <Commands />
    </PrivateData>
  );
}

function Page() {
  return (
    <Upgrade
      homePath={paths.home}
      isPremium={useUser()?.isPremium}
      salesEmail={useContact().salesEmail}
      onCheckout={(url) => window.location.assign(url)}
      corner={<ThemeButton />}
    />
  );
}

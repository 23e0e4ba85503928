import { useLocation, useNavigate } from "react-router";
import { SignUp } from "@/features/auth";
import { goOn } from "../go-on";
import type { Head } from "../head";
import { paths } from "../paths";

export const handle: Head = {
  title: "Sign up",
  description: "Make an account: save what you read, watch and write, and ask it.",
};

export function Component() {
  const navigate = useNavigate();
  // Behind the #, an invitation stands in no log of a proxy.
  const invitation = new URLSearchParams(useLocation().hash.slice(1)).get("invitation") ?? undefined;
  return <SignUp invitation={invitation} onDone={() => void goOn(navigate, paths.home)} signInPath={paths.signIn} />;
}

import { useNavigate } from "react-router";
import { SignUp } from "@/features/auth";
import { goOn } from "../go-on";
import { paths } from "../paths";

export function Component() {
  const navigate = useNavigate();
  return <SignUp onDone={() => void goOn(navigate, paths.home)} signInPath={paths.signIn} />;
}

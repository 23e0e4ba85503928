import { useNavigate, useSearchParams } from "react-router";
import { SignIn } from "@/features/auth";
import { goOn } from "../go-on";
import { paths } from "../paths";
import { afterSignIn } from "../router";

export function Component() {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  return <SignIn onDone={() => void goOn(navigate, afterSignIn(parameters))} signUpPath={paths.signUp} />;
}

import { useLocation, useNavigate, useSearchParams } from "react-router";
import { SignIn } from "@/features/auth";
import { goOn } from "../go-on";
import type { Head } from "../head";
import { paths } from "../paths";
import { afterSignIn, type SignInState } from "../router";

export const handle: Head = { title: "Sign in", description: "Sign in to your memories." };

export function Component() {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const { ended = false, newcomer = false } = (useLocation().state as SignInState | null) ?? {};
  return (
    <SignIn
      ended={ended}
      newcomer={newcomer}
      onDone={() => void goOn(navigate, afterSignIn(parameters))}
      signUpPath={paths.signUp}
    />
  );
}

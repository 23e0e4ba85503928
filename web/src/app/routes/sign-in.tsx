import { useNavigate } from "react-router";
import { SignIn } from "@/features/auth";
import { paths } from "../paths";
import { afterSignIn } from "../router";

export function Component() {
  const navigate = useNavigate();
  return <SignIn onDone={() => navigate(afterSignIn(window.location.href))} signUpPath={paths.signUp} />;
}

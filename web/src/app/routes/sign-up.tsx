import { useNavigate } from "react-router";
import { SignUp } from "@/features/auth";
import { paths } from "../paths";

export function Component() {
  const navigate = useNavigate();
  return <SignUp onDone={() => navigate(paths.home)} signInPath={paths.signIn} />;
}

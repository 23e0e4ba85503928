import { useLoaderData, useLocation, useNavigate } from "react-router";
import { SignIn } from "@/features/auth";
import { goOn } from "../go-on";
import type { Head } from "../head";
import { paths, type SignInState } from "../paths";

export const handle: Head = { title: "Sign in", description: "Sign in to your memories." };

export function Component() {
  const navigate = useNavigate();
  const target = useLoaderData<string>();
  const { ended = false, newcomer = false } = (useLocation().state as SignInState | null) ?? {};
  return (
    <SignIn ended={ended} newcomer={newcomer} onDone={() => void goOn(navigate, target)} signUpPath={paths.signUp} />
  );
}

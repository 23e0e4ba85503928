import type { NavigateFunction } from "react-router";
import { logFailure } from "@/api/errors";

/**
 * Navigates after sign-in. A page that can't be loaded is only logged: the user stays signed in and may reload. Its code is
 * loaded first, because the router would show its error page instead.
 */
export async function goOn(navigate: NavigateFunction, to: string): Promise<void> {
  try {
    await import("./routes/own/home");
    await navigate(to);
  } catch (error) {
    logFailure("going on after sign-in", error);
  }
}

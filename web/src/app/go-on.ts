import type { NavigateFunction } from "react-router";
import { logFailure } from "@/api/errors";

/**
 * Goes where a sign-in leads. A page that can't be loaded is only logged: the person stays, signed in, and goes on with a
 * reload. Its code is asked for first, since the router would show its error page instead.
 */
export async function goOn(navigate: NavigateFunction, to: string): Promise<void> {
  try {
    await import("./routes/own/home");
    await navigate(to);
  } catch (error) {
    logFailure("going on after sign-in", error);
  }
}

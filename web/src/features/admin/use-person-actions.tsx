import type { ReactElement, ReactNode } from "react";
import { Once } from "@/ui/once";
import { useQuestion } from "@/ui/use-question";
import { resetPassword, setDisabled, setRole } from "./api";
import { attempt, excuse } from "./attempt";
import { isolated, type Person } from "./model";

type Action = (person: Person) => void;

export type PersonActions = Record<"makeOwner" | "makeMember" | "disable" | "enable" | "newPassword", Action>;

/** What an owner may do with an account. What takes or gives power is asked first; `refresh` reads the people anew. */
export function usePersonActions(refresh: () => Promise<unknown>): { actions: PersonActions; dialog: ReactNode } {
  const { ask, dialog } = useQuestion();

  /** Changes an account, and shows what came of it. */
  const change = (task: () => Promise<void>, done: string) =>
    attempt("changing an account", () => task().then(refresh), done);

  const actions: PersonActions = {
    makeOwner: ({ id, username }) =>
      ask({
        title: "Make an owner?",
        text: <About name={username}>may then do all that stands on this page, also with your account.</About>,
        yes: "Make an owner",
        run: () => change(() => setRole(id, "owner"), `${isolated(username)} is an owner now`),
      }),
    makeMember: ({ id, username }) =>
      ask({
        title: "Make a member?",
        text: <About name={username}>no longer sees this page. What they saved stays.</About>,
        yes: "Make a member",
        run: () => change(() => setRole(id, "member"), `${isolated(username)} is a member now`),
      }),
    disable: ({ id, username }) =>
      ask({
        title: "Disable this account?",
        text: <About name={username}>is signed out everywhere and can’t sign in. Nothing they saved is lost.</About>,
        yes: "Disable",
        run: () => change(() => setDisabled(id, true), `${isolated(username)} is disabled`),
      }),
    enable: ({ id, username }) => void change(() => setDisabled(id, false), `${isolated(username)} can sign in again`),
    newPassword: ({ id, username }) =>
      ask({
        title: "New password",
        text: (
          <About name={username}>
            is signed out everywhere, and signs in with a password that you hand on. The one of before no longer works.
          </About>
        ),
        yes: "Make a new password",
        run: () => newPassword(id),
      }),
  };
  return { actions, dialog };
}

async function newPassword(id: string): Promise<ReactElement | false> {
  try {
    const password = await resetPassword(id);
    return (
      <Once label="New password" secret={password} hint="It is shown this once. They can change it in their profile." />
    );
  } catch (error) {
    excuse("making a new password", error);
    return false;
  }
}

function About({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className="about-person">
      <bdi>{name}</bdi> {children}
    </p>
  );
}

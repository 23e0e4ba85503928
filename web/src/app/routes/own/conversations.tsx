import { Conversations } from "@/features/conversations";
import type { Head } from "../../head";
import { paths } from "../../paths";

export const handle: Head = {
  title: "Conversations",
  description: "What you asked your memories, and what they said.",
};

export function Component() {
  return <Conversations homePath={paths.home} pathOf={paths.conversation} />;
}

import "@/styles/policy.css";
import { Contact } from "@/features/contact";
import { REPOSITORY_URL } from "../paths";

export function Component() {
  return <Contact repositoryUrl={REPOSITORY_URL} />;
}

import "@/features/policies/policy.css";
import { Contact } from "@/features/contact";
import { REPOSITORY_URL } from "../paths";
import { PublicFooter } from "../public-footer";

export function Component() {
  return (
    <>
      <Contact repositoryUrl={REPOSITORY_URL} />
      <PublicFooter />
    </>
  );
}

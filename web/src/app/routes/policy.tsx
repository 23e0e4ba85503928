import "@/features/policies/policy.css";
import "@/features/waitlist/soon.css";
import { Fragment, type ReactNode } from "react";
import { useLocation } from "react-router";
import { cookiePolicy, PolicyPage, privacyPolicy, termsOfService } from "@/features/policies";
import { apiReference, blog, ComingSoon, community, documentation } from "@/features/waitlist";
import { paths } from "../paths";
import { PublicFooter } from "../public-footer";
import { Component as NotFound } from "./not-found";

const PAGES: Record<string, ReactNode> = {
  [paths.privacy]: <PolicyPage {...privacyPolicy(paths.contact)} />,
  [paths.terms]: <PolicyPage {...termsOfService(paths.contact)} />,
  [paths.cookies]: <PolicyPage {...cookiePolicy(paths.contact)} />,
  [paths.documentation]: <ComingSoon page={documentation} contactPath={paths.contact} />,
  [paths.apiReference]: <ComingSoon page={apiReference} contactPath={paths.contact} />,
  [paths.blog]: <ComingSoon page={blog} contactPath={paths.contact} />,
  [paths.community]: <ComingSoon page={community} contactPath={paths.contact} />,
};

export function Component() {
  // A slash at the end makes no other page, and the router knows no capitals.
  const path = useLocation().pathname.replace(/\/+$/, "").toLowerCase();
  if (!Object.hasOwn(PAGES, path)) return <NotFound />;
  return (
    <>
      {/* Each is a page of its own: what was typed on one does not stand on the next. */}
      <Fragment key={path}>{PAGES[path]}</Fragment>
      <PublicFooter />
    </>
  );
}

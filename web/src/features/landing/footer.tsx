import type { ReactNode } from "react";
import { Link } from "react-router";
import { Brand } from "@/ui/brand";
import { GithubMark } from "@/ui/github-mark";
import type { Links } from "./links";

export function Footer({ links, themeButton }: { links: Links; themeButton: ReactNode }) {
  return (
    <footer className="foot">
      <div className="wrap foot-in">
        <div>
          <Brand to={links.home} />
          <p>Everything you meant to remember, ready when you ask.</p>
        </div>
        <Column title="Resources">
          <Way to={links.documentation}>Documentation</Way>
          <Way to={links.apiReference}>API Reference</Way>
          <Way to={links.blog}>Blog</Way>
          <Way to={links.community}>Community</Way>
        </Column>
        <Column title="Legal">
          <Way to={links.privacy}>Privacy Policy</Way>
          <Way to={links.terms}>Terms of Service</Way>
          <Way to={links.cookies}>Cookie Policy</Way>
        </Column>
        <Column title="Follow">
          <li>
            <a href={links.repository} rel="noreferrer">
              <GithubMark className="i i-s" />
              Source code
            </a>
          </li>
          <li>
            <a href={links.social} rel="noreferrer">
              <ButterflyMark />
              Bluesky
            </a>
          </li>
        </Column>
      </div>
      <div className="wrap foot-end">
        <span>Engram is yours to run.</span>
        {themeButton}
      </div>
    </footer>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  const id = `foot-${title.toLowerCase()}`;
  return (
    <nav aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>{children}</ul>
    </nav>
  );
}

function Way({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link to={to}>{children}</Link>
    </li>
  );
}

function ButterflyMark() {
  return (
    <svg className="i i-s i-fill" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 10.5C10.9 8.3 7.8 4.3 5 3.2 2.3 2.1 2 4 2 5.3c0 1 .6 6.5 1 7.5.9 2.3 3.4 2.7 5.5 2.4-3.2.5-5.9 1.7-2.3 5.7 2.7 2.8 4.9-.6 5.8-3.2.9 2.6 3.1 6 5.8 3.2 3.6-4 .9-5.2-2.3-5.7 2.1.3 4.6-.1 5.5-2.4.4-1 1-6.5 1-7.5 0-1.3-.3-3.2-3-2.1-2.8 1.1-5.9 5.1-7 7.3z" />
    </svg>
  );
}

import Menu from "lucide-react/icons/menu";
import { useRef } from "react";
import { Link } from "react-router";
import { Brand } from "@/ui/brand";
import { ButtonLink } from "@/ui/button";
import { showSection } from "./show-section";

const SECTIONS = ["Home", "Features", "Pricing", "About"];

interface PublicHeaderProps {
  homePath: string;
  /** The path of the page that has the sections. */
  welcomePath: string;
  signInPath: string;
}

/** The header of the public pages. Its menu is a native popover, so that it works before the app has loaded. */
export function PublicHeader({ homePath, welcomePath, signInPath }: PublicHeaderProps) {
  const menu = useRef<HTMLElement>(null);
  const close = () => menu.current?.hidePopover();
  const lead = (id: string) => {
    close();
    showSection(id);
  };
  const sections = SECTIONS.map((name) => {
    const id = name.toLowerCase();
    return (
      <Link key={name} to={`${welcomePath}/#${id}`} onClick={() => lead(id)}>
        {name}
      </Link>
    );
  });
  return (
    <header className="bar public-bar">
      <div className="bar-in">
        <Brand to={homePath} />
        <span className="grow" />
        <nav className="public-nav" aria-label="Main">
          {sections}
        </nav>
        <ButtonLink className="public-start" to={signInPath}>
          Get Started
        </ButtonLink>
        <button
          type="button"
          className="btn btn-ghost btn-icon public-toggle"
          aria-label="Menu"
          popoverTarget="public-menu"
        >
          <Menu className="i i-l" />
        </button>
        <nav ref={menu} id="public-menu" className="public-menu" aria-label="Menu" popover="auto">
          {sections}
          <ButtonLink block to={signInPath} onClick={close}>
            Get Started
          </ButtonLink>
        </nav>
      </div>
    </header>
  );
}

import ArrowLeft from "lucide-react/icons/arrow-left";
import { Link, useNavigate } from "react-router";
import { Brand } from "@/ui/brand";
import { Button, ButtonLink } from "@/ui/button";
import { PageTitle } from "@/ui/page-title";
import { paths } from "../paths";

export function Component() {
  const navigate = useNavigate();
  const goBack = () => void (hasPageBefore() ? navigate(-1) : navigate(paths.root));
  return (
    <div className="lost lamp">
      <header className="auth-top">
        <Brand to={paths.root} />
      </header>
      <main id="main" className="lost-in">
        <p className="four">404</p>
        <PageTitle>Page Not Found</PageTitle>
        <p>It may have moved, or the address has a slip in it. Nothing you saved is lost.</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <Button look="secondary" icon={<ArrowLeft className="i" />} onClick={goBack}>
            Go Back
          </Button>
          <ButtonLink to={paths.root}>Back to Home</ButtonLink>
        </div>
        <p className="lost-help">
          Still stuck?{" "}
          <Link className="link" to={paths.contact}>
            Contact Support
          </Link>
        </p>
      </main>
      <img className="lost-shelf" src="/shelf.svg" alt="" />
    </div>
  );
}

/** Returns whether this tab has a page before this one. history.length also counts the pages ahead. */
function hasPageBefore(): boolean {
  const { history, navigation } = window;
  // The Navigation API lists this site's entries only, so it is reliable if they are the whole history.
  const tells = navigation?.entries().length === history.length;
  return tells ? navigation.canGoBack : history.length > 1;
}

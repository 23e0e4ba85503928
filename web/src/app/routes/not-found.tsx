import { ArrowLeft } from "lucide-react";
import { Link, useNavigate } from "react-router";
import { Button, ButtonLink } from "@/ui/button";
import { BrainMark } from "@/ui/icons";
import { paths } from "../paths";

export function Component() {
  const navigate = useNavigate();
  return (
    <div className="lost lamp">
      <header className="auth-top">
        <Link className="brand" to={paths.root}>
          <BrainMark />
          Engram
        </Link>
      </header>
      <main id="main" className="lost-in">
        <p className="four">404</p>
        <h1>Page Not Found</h1>
        <p>It may have moved, or the address has a slip in it. Nothing you saved is lost.</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <Button look="secondary" icon={<ArrowLeft className="i" />} onClick={() => navigate(-1)}>
            Go Back
          </Button>
          <ButtonLink to={paths.root}>Back to Home</ButtonLink>
        </div>
      </main>
      <img className="lost-shelf" src="/shelf.svg" alt="" />
    </div>
  );
}

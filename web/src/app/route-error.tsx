import RotateCw from "lucide-react/icons/rotate-cw";
import { useEffect } from "react";
import { useRouteError } from "react-router";
import { Button, ButtonLink } from "@/ui/button";
import { paths } from "./paths";

/** Stands in for a page that broke or could not be loaded, so that the rest of the app goes on. */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => console.error("page failed", error), [error]);
  return (
    <main id="main" className="lost lamp">
      <div className="lost-in row-span-full">
        <h1>This page did not open</h1>
        <p>Something went wrong on the way. Nothing you saved is lost.</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <Button look="secondary" icon={<RotateCw className="i" />} onClick={() => window.location.reload()}>
            Try again
          </Button>
          <ButtonLink to={paths.root} reloadDocument>
            Back to Home
          </ButtonLink>
        </div>
      </div>
    </main>
  );
}

import { Suspense } from "react";
import { Outlet, useLocation, useMatch } from "react-router";
import { AllHighlights } from "@/features/highlights";
import { LiveList, useDelete, useRefresh } from "@/features/memories";
import type { Head } from "../../head";
import type { HomeContext } from "../../home-context";
import { paths } from "../../paths";

export const handle: Head = { title: "Your marks", description: "What you marked in your memories." };

/** All marks, and the memory that is opened over them. */
export function Component() {
  const { onDelete } = useDelete();
  const onRefresh = useRefresh();
  const { search } = useLocation();
  const covered = useMatch(`${paths.highlights}/memory/:id`) !== null;
  return (
    <>
      <Suspense fallback={null}>
        <LiveList />
      </Suspense>
      {/* One element, which what is opened puts out of reach. */}
      <div>
        <AllHighlights
          homePath={paths.home}
          pathOf={(memory, mark) => paths.marked(memory, mark, search)}
          covered={covered}
        />
      </div>
      <Outlet context={{ onDelete, onRefresh } satisfies HomeContext} />
    </>
  );
}

import { Suspense } from "react";
import { Outlet } from "react-router";
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
  return (
    <>
      <Suspense fallback={null}>
        <LiveList />
      </Suspense>
      {/* One element, which what is opened puts out of reach. */}
      <div>
        <AllHighlights homePath={paths.home} pathOf={paths.marked} />
      </div>
      <Outlet context={{ onDelete, onRefresh } satisfies HomeContext} />
    </>
  );
}

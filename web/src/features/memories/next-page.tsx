import type { Scope } from "./loaded";
import { More } from "./more";
import { useNextPage } from "./shelf-data";

/** Loads the next page of a tab while it is wanted. */
export function NextPage({ scope, wanted }: { scope: Scope; wanted: boolean }) {
  const { loading, failed, retry } = useNextPage(scope, wanted);
  return <More loading={loading} failed={failed} onRetry={retry} />;
}

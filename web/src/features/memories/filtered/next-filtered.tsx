import { More } from "../more";
import type { Query } from "../query";
import { useNextFiltered } from "./use-filtered";

/** Loads the next page of a filtered list while it is wanted. */
export function NextFiltered({ query, next, wanted }: { query: Query; next: string | undefined; wanted: boolean }) {
  const { loading, failed, retry } = useNextFiltered(query, next, wanted);
  return <More loading={loading} failed={failed} onRetry={retry} />;
}

import type { CSSProperties } from "react";
import { Skeleton } from "@/ui/skeleton";
import { useColumns } from "./columns";

/** Stands where the cards will be, in as many columns, each as tall as a card. */
export function GridSkeleton() {
  const columns = useColumns();
  const tall = (index: number) => (index % 3 === 1 ? "h-44" : "h-80");
  return (
    <div
      className="cards-wait"
      style={{ "--columns": columns } as CSSProperties}
      role="status"
      aria-label="Loading your memories"
    >
      {Array.from({ length: columns * 2 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move.
        <Skeleton key={index} className={`rounded-card ${tall(index)}`} />
      ))}
    </div>
  );
}

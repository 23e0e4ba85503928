import { grouped } from "@/lib/grouped";

/** "1 memory", "1,200 memories". */
export const countText = (count: number) => `${grouped(count)} ${count === 1 ? "memory" : "memories"}`;

import type { components } from "@/api/schema";

export type Format = NonNullable<components["schemas"]["LinkInputBody"]["format"]>;

import { useEffect, useState } from "react";
import { logFailure } from "@/api/errors";
import defaults from "@/api/plans.json";
import type { Plan, SiteData } from "./model";

const DEFAULTS: SiteData = { plans: defaults.plans as Plan[], contact: undefined, people: [] };

/** Returns the built-in data, then what the server answers. */
export function useSiteData(): SiteData {
  const [known, setKnown] = useState(DEFAULTS);
  useEffect(() => {
    let left = false;
    const onUpdate = (update: Partial<SiteData>) => left || setKnown((before) => ({ ...before, ...update }));
    import("./api")
      .then(({ fetchSiteData }) => left || fetchSiteData(onUpdate))
      .catch((error) => logFailure("loading what asks the server", error));
    return () => {
      left = true;
    };
  }, []);
  return known;
}

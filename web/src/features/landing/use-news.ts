import { useEffect, useState } from "react";
import { logFailure } from "@/api/errors";
import defaults from "@/api/plans.json";
import type { News, Plan } from "./model";

const AT_FIRST: News = { plans: defaults.plans as Plan[], contact: undefined, people: [] };

/** What is known without the server, then what it says. */
export function useNews(): News {
  const [known, setKnown] = useState(AT_FIRST);
  useEffect(() => {
    let left = false;
    const tell = (news: Partial<News>) => left || setKnown((before) => ({ ...before, ...news }));
    import("./api")
      .then(({ readNews }) => left || readNews(tell))
      .catch((error) => logFailure("loading what asks the server", error));
    return () => {
      left = true;
    };
  }, []);
  return known;
}

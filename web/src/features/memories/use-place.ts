import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { getToken, onTokenExpired } from "@/api/session";
import type { Spot } from "./cell";
import type { TabId } from "./model";
import { forgetEnded, keepForNextSession, keepPlace, type Place, placeOf } from "./place";
import { useLoadedDownTo } from "./shelf-data";

/**
 * The chosen tab and the spot in it. They are as they were when the reader comes back, by the history, a reload or a new
 * sign-in. `there` turns true once the memories are loaded down to the spot. `list` names what the tabs list; `returned` is
 * the place to which the history led back in it, if it did.
 */
export function usePlace(turn: number, list = "") {
  const { key, pathname } = useLocation();
  const [first] = useState(() => placeOf(key));
  const [tab, setTab] = useTab(first?.tab ?? "all", turn);
  const spot = useRef<Spot>(first?.anchor ? { anchor: first.anchor } : {});
  const anew = useAnotherList(list, key, (place) => {
    spot.current = place?.anchor ? { anchor: place.anchor } : {};
    if (place) setTab(place.tab);
  });
  const loaded = useLoadedDownTo(tab === "spaces" ? "all" : tab, first?.anchor?.id);
  const [there, setThere] = useState(first?.anchor === undefined);
  if (loaded && !there) setThere(true);

  const now = useRef((): Place => ({ tab, y: window.scrollY, anchor: spot.current.anchor }));
  useLayoutEffect(() => {
    now.current = () => ({ tab, y: window.scrollY, anchor: spot.current.anchor });
  }, [tab]);

  useOpening(first);
  useLayoutEffect(() => {
    // Nothing is kept after sign-out.
    const keep = () => void (getToken() && keepPlace(key, now.current()));
    // A page that Safari has kept is shown from its top: the place is ours to find.
    const goOn = ({ persisted }: PageTransitionEvent) =>
      persisted && scrollTo({ top: placeOf(key)?.y ?? 0, behavior: "instant" });
    window.addEventListener("pagehide", keep);
    window.addEventListener("pageshow", goOn);
    return () => {
      // Before the page is taken away, and with it the scroll place.
      keep();
      window.removeEventListener("pagehide", keep);
      window.removeEventListener("pageshow", goOn);
    };
  }, [key]);
  useEffect(() => onTokenExpired(() => keepForNextSession(now.current())), []);
  useVisits(key, pathname, list);
  return { tab, setTab, spot, there, returned: anew };
}

/** Scrolls to the height of the page where the reader was. The way to a card is the matter of the grid. */
function useOpening(first: Place | undefined) {
  const opening = useRef(first);
  useLayoutEffect(() => {
    forgetEnded();
    const first = opening.current;
    if (first && !first.anchor) window.scrollTo({ top: first.y, behavior: "instant" });
  }, []);
}

/** The chosen tab. It falls back to All Memories when a memory comes or goes, not when one merely changes. */
function useTab(first: TabId, turn: number) {
  const [seen, setSeen] = useState(turn);
  const [tab, setTab] = useState<TabId>(first);
  if (seen !== turn) {
    setSeen(turn);
    setTab("all");
  }
  return [tab, setTab] as const;
}

/** Calls back when another list is shown, with the place where the reader left it, which is returned. */
function useAnotherList(list: string, key: string, onAnother: (place: Place | undefined) => void) {
  const [state, setState] = useState<{ list: string; place?: Place | undefined }>({ list });
  if (state.list === list) return state.place;
  const place = placeOf(key);
  setState({ list, place });
  // Before the cards of the other list are drawn: they look where to begin.
  onAnother(place);
  return place;
}

/** The same page visited anew begins at the top; one that was opened over it, or another list, leaves it where it is. */
function useVisits(key: string, pathname: string, list: string) {
  const last = useRef({ key, pathname, list });
  useLayoutEffect(() => {
    const { current: before } = last;
    const again = before.key !== key && before.pathname === pathname && before.list === list;
    last.current = { key, pathname, list };
    if (again) window.scrollTo({ top: placeOf(key)?.y ?? 0, behavior: "instant" });
  }, [key, pathname, list]);
}

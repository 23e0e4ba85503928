import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { pageKeyOf } from "@/lib/hotkeys";
import { tagKey } from "@/memory/tags/names";
import { useSuggested } from "./api";
import "./suggested-tags.css";

/** The key that takes the first suggestion. */
const TAKE = "y";

type Props = {
  id: string;
  /** The tags that the memory has. */
  tags: readonly string[];
  onTake: (name: string) => void;
};

/** Tags that may fit a memory. None is added by itself: each is taken or dismissed. */
export function SuggestedTags({ id, tags, onTake }: Props) {
  const [done, setDone] = useState<readonly string[]>([]);
  const suggested = useSuggested(id).filter(
    ({ name }) => ![...tags, ...done].some((other) => tagKey(other) === tagKey(name)),
  );
  const list = useRef<HTMLUListElement>(null);
  const finish = (name: string) => {
    const { current: here } = list;
    const before = here?.previousElementSibling;
    const had = here?.contains(document.activeElement);
    setDone((before) => [...before, name]);
    // The button that was pressed goes: the next one has the focus then, or the last one before the list.
    if (had) setTimeout(() => (list.current?.querySelector("button") ?? lastButtonIn(before))?.focus());
  };
  const take = (name: string) => {
    finish(name);
    onTake(name);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const [first] = suggested;
    if (pageKeyOf(event) !== TAKE || !first) return;
    event.preventDefault();
    take(first.name);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    // Before the keys of the page, which has another use for it.
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, []);
  if (suggested.length === 0) return null;
  return (
    <ul ref={list} className="tags-asked" aria-label="Suggested tags">
      {suggested.map(({ name }) => (
        <li key={name} className="badge badge-asked">
          <span dir="auto">{name}</span>
          <button type="button" aria-label={`Add the suggested tag ${name}`} onClick={() => take(name)}>
            <Plus className="i i-s" />
          </button>
          <button type="button" aria-label={`Dismiss the suggested tag ${name}`} onClick={() => finish(name)}>
            <X className="i i-s" />
          </button>
        </li>
      ))}
    </ul>
  );
}

const lastButtonIn = (element: Element | null | undefined) =>
  [...(element?.querySelectorAll<HTMLElement>("button") ?? [])].at(-1);

import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { useEffect, useEffectEvent, useState } from "react";
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
  const finish = (name: string) => setDone((before) => [...before, name]);
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
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  if (suggested.length === 0) return null;
  return (
    <ul className="tags-asked" aria-label="Suggested tags">
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

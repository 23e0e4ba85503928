import Plus from "lucide-react/icons/plus";
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { classNames } from "@/lib/class-names";
import { useFacets } from "@/memory/filter/api";
import { type Suggestion, suggest } from "@/memory/filter/suggest";
import { type Word, wordText } from "@/memory/filter/words";
import { WordIcon } from "./word-icon";

type Props = {
  words: readonly Word[];
  filter: string;
  onAdd: (word: Word) => void;
  button: RefObject<HTMLButtonElement | null>;
};

/** The button that opens a field in which a filter is typed, with all it may become. */
export function AddFilter({ words, filter, onAdd, button }: Props) {
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classNames("chip chip-add", open && "chip-open")}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Plus className="i i-s" />
        Add a filter
      </button>
      {open && (
        <FilterField
          words={words}
          filter={filter}
          button={button.current}
          onClose={() => setOpen(false)}
          onEscape={close}
          onAdd={(word) => {
            close();
            onAdd(word);
          }}
        />
      )}
    </>
  );
}

type FieldProps = Omit<Props, "button"> & { button: HTMLElement | null; onClose: () => void; onEscape: () => void };

function FilterField({ words, filter, button, onAdd, onClose, onEscape }: FieldProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [meant, setMeant] = useState(0);
  const facets = useFacets(filter);
  const offered = suggest(typed, facets, words, new Date());
  const at = Math.min(meant, offered.length - 1);

  useLayoutEffect(() => {
    const { offsetLeft = 0 } = button ?? {};
    const { current: box } = root;
    const scrolled = button?.parentElement?.scrollLeft ?? 0;
    const room = (box?.offsetParent?.clientWidth ?? 0) - (box?.offsetWidth ?? 0);
    box?.style.setProperty("left", `${Math.max(0, Math.min(offsetLeft - scrolled, room))}px`);
    input.current?.focus({ preventScroll: true });
  }, [button]);
  useEffect(() => {
    const outside = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || (!root.current?.contains(target) && !button?.contains(target))) onClose();
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [button, onClose]);
  const activeId = at >= 0 ? `${id}-${at}` : undefined;
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  const choose = (one: Suggestion | undefined) => {
    if (!one) return;
    if ("word" in one) return onAdd(one.word);
    setTyped(one.fill);
    setMeant(0);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") setMeant((at + 1) % Math.max(1, offered.length));
    else if (event.key === "ArrowUp") setMeant((at - 1 + offered.length) % Math.max(1, offered.length));
    else if (event.key === "Enter") choose(offered[at]);
    else if (event.key === "Escape") onEscape();
    else if (event.key === "Tab") return onClose();
    else return;
    event.preventDefault();
  };

  return (
    <div ref={root} className="add-filter" role="dialog" aria-label="Add a filter" data-as-page="">
      <input
        ref={input}
        className="input"
        value={typed}
        placeholder="A tag, a site, a year…"
        aria-label="Filter"
        role="combobox"
        aria-expanded={offered.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        dir="auto"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setMeant(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div className="add-filter-list" id={`${id}-list`} role="listbox" aria-label="Filters">
        {offered.map((one, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which has aria-activedescendant.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
          <div
            key={"word" in one ? wordText(one.word) : one.fill}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className={classNames("item", index === at && "on")}
            onPointerMove={() => index !== at && setMeant(index)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(one)}
          >
            <WordIcon of={one.key} {...("word" in one && { value: one.word.value })} />
            <bdi>{one.label}</bdi>
            {one.count !== undefined && <span className="sub num">{one.count}</span>}
          </div>
        ))}
      </div>
      {typed !== "" && offered.length === 0 && facets && (
        <p className="add-filter-none">Nothing you saved is like that.</p>
      )}
    </div>
  );
}

import X from "lucide-react/icons/x";
import { type ClipboardEvent, type KeyboardEvent, type Ref, useId, useState } from "react";
import { flushSync } from "react-dom";
import { useTags } from "./api";
import { begins, cleanTag, tagError, tagKey, withTag } from "./names";
import "./tag-field.css";

/** The most tags that are offered at once. */
const OFFERED = 8;

type Props = {
  tags: readonly string[];
  onChange: (tags: readonly string[]) => void;
  /** What the field says while it is empty. */
  placeholder?: string;
  label?: string;
  inputRef?: Ref<HTMLInputElement>;
  /** Called on Escape, once no list is open. */
  onEscape?: () => void;
};

/** Tags that are typed, with those that are known to choose from. Enter or a comma adds one, Backspace takes the last away. */
export default function TagField({
  tags,
  onChange,
  placeholder = "Add a tag",
  label = "Tags",
  inputRef,
  onEscape,
}: Props) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [here, setHere] = useState(false);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const [said, setSaid] = useState("");
  const known = useTags(here);
  const name = cleanTag(typed);
  const error = name ? tagError(name, tags) : undefined;
  const offered = offeredOf(known, name, tags);
  const shown = open && offered.length > 0;

  const put = (next: readonly string[], now: string) => {
    setSaid(now);
    if (next !== tags) onChange(next);
  };
  /** Adds names; one that can't be a tag stays in the field. */
  const add = (names: readonly string[]) => {
    let next = tags;
    for (const one of names.map(cleanTag).filter(Boolean)) {
      if (tagError(one, next)) return setTyped(one);
      next = withTag(next, one);
    }
    setTyped("");
    setAt(-1);
    put(next, `${names.join(", ")} added`);
  };
  const remove = (tag: string) =>
    put(
      tags.filter((other) => other !== tag),
      `${tag} removed`,
    );

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event;
    if (event.nativeEvent.isComposing) return;
    // With Ctrl or ⌘ it sends the form around the field, and what is typed with it.
    if (key === "Enter" && (event.ctrlKey || event.metaKey))
      return name && !error ? flushSync(() => add([name])) : undefined;
    if (key === "Enter" && (name || at >= 0)) add([offered[at]?.name ?? name]);
    else if (key === "," && name) add([name]);
    else if (key === "Backspace" && typed === "" && tags.length > 0) remove(tags.at(-1) ?? "");
    else if (key === "ArrowDown" && offered.length > 0) {
      setOpen(true);
      setAt((at + 1) % offered.length);
    } else if (key === "ArrowUp" && shown) setAt(at <= 0 ? offered.length - 1 : at - 1);
    else if (key === "Escape" && shown) {
      setOpen(false);
      setAt(-1);
      // What it stands in stays open.
      event.stopPropagation();
    } else if (key === "Escape" && onEscape) {
      event.stopPropagation();
      onEscape();
    } else return;
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    const names = event.clipboardData.getData("text").split(/[,\n]/);
    if (names.length < 2) return;
    event.preventDefault();
    add(names);
  };

  return (
    <div className="tag-field">
      <div className="tag-box">
        {tags.length > 0 && (
          <ul className="contents" aria-label={label}>
            {tags.map((tag) => (
              <li key={tag} className="tag-chip">
                <bdi>{tag}</bdi>
                <button type="button" aria-label={`Remove ${tag}`} onClick={() => remove(tag)}>
                  <X className="i i-s" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          ref={inputRef}
          value={typed}
          placeholder={placeholder}
          aria-label={label === "Tags" ? "Add a tag" : label}
          role="combobox"
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-activedescendant={shown && at >= 0 ? `${id}-${at}` : undefined}
          aria-autocomplete="list"
          aria-invalid={error !== undefined}
          aria-describedby={error && `${id}-error`}
          dir="auto"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setOpen(true);
            setAt(-1);
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onFocus={() => {
            setHere(true);
            setOpen(true);
          }}
          onBlur={() => {
            setOpen(false);
            // What was typed is not lost.
            if (name && !error) add([name]);
          }}
        />
      </div>
      <div className="tag-list" id={`${id}-list`} role="listbox" aria-label="Your tags" hidden={!shown}>
        {offered.map((tag, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which has aria-activedescendant.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
          <div
            key={tag.name}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className="item"
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => add([tag.name])}
          >
            <bdi>{tag.name}</bdi>
            <span className="sub num">{tag.count}</span>
          </div>
        ))}
      </div>
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      <p className="vh" aria-live="polite">
        {said}
      </p>
    </div>
  );
}

function offeredOf(known: ReturnType<typeof useTags>, name: string, tags: readonly string[]) {
  const there = new Set(tags.map(tagKey));
  return (known ?? []).filter((tag) => !there.has(tagKey(tag.name)) && begins(tag.name, name)).slice(0, OFFERED);
}

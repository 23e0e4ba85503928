import { useId, useState } from "react";
import { useSubmit } from "@/forms/use-submit";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";

type Props = { onMake: (name: string, filter: string) => Promise<void> };

/** Makes a feed of what a filter selects. */
export function MakeFeed({ onMake }: Props) {
  const [name, setName] = useState("");
  const [filter, setFilter] = useState("");
  const { busy, refused, submit } = useSubmit("making a private feed", "It could not be made. Please try again.");
  const hint = useId();

  async function make() {
    await onMake(name.trim(), filter.trim());
    setName("");
    setFilter("");
  }

  return (
    <form className="reader-form" noValidate onSubmit={(event) => void submit(event, make)}>
      <Field
        label="Name"
        autoComplete="off"
        maxLength={64}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Field
        label="Filter"
        placeholder="tag:recipes"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={filter}
        describedBy={hint}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <Button type="submit" look="secondary" busy={busy}>
        Make a feed
      </Button>
      <p className="hint" id={hint}>
        A filter as on your dashboard. Leave it empty for everything.
      </p>
      <div role="alert" className="reader-refused">
        {refused && <p className="errors">{refused}</p>}
      </div>
    </form>
  );
}

import { Section } from "@/ui/section";
import { Tags } from "./tags/tags";
import { Trash } from "./trash/trash";

/** The tags, and what was deleted. */
export function Kept() {
  return (
    <Section
      id="kept"
      title="Tags and trash"
      lead="What you deleted rests here for 30 days, and counts for no limit meanwhile."
    >
      <Tags />
      <Trash />
    </Section>
  );
}

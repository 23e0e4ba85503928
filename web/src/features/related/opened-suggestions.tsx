import { messageOf } from "@/api/errors";
import { changeMemory } from "@/memory/changes";
import type { Memory } from "@/memory/kinds";
import { toast } from "@/ui/toast";
import { SuggestedTags } from "./suggested-tags";

/** Tags that may fit an opened memory, which gets those that are taken. */
export default function OpenedSuggestions({ memory }: { memory: Memory }) {
  const take = (name: string) => {
    changeMemory(memory, { tags: [...memory.tags, name] }).catch((error) =>
      toast.error(messageOf(error, "The tag could not be added.")),
    );
  };
  return <SuggestedTags id={memory._id} tags={memory.tags} onTake={take} />;
}

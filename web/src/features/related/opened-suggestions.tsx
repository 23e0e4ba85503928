import { messageOf } from "@/api/errors";
import type { Memory } from "@/memory/kinds";
import { toast } from "@/ui/toast";
import { addTag } from "./api";
import { SuggestedTags } from "./suggested-tags";

/** Tags that may fit an opened memory, which gets those that are taken. */
export default function OpenedSuggestions({ memory: { _id: id, tags } }: { memory: Memory }) {
  const take = (name: string) => {
    addTag(id, tags, name).catch((error) => toast.error(messageOf(error, "The tag could not be added.")));
  };
  return <SuggestedTags id={id} tags={tags} onTake={take} />;
}

import { hostName } from "@/lib/host-name";
import defaultPicture from "../cards/default-picture.svg";
import pageFace from "../cards/page-face.svg";
import { Picture } from "../cards/picture";
import { type Memory, nameOf } from "../model";
import { savedText } from "./saved-text";

/** The memory that holds an address already, small, in the place where the same one was about to be saved. */
export function SavedAlready({ memory }: { memory: Memory }) {
  return (
    <div className="already">
      <p>{savedText(new Date(memory.createdAt), new Date())}</p>
      <div className="already-card">
        <Picture src={memory.imageUrl} fallback={memory.type === "document" ? pageFace : defaultPicture} />
        <div className="min-w-0">
          <strong dir="auto">{nameOf(memory)}</strong>
          <span className="muted">{hostName(memory.link)}</span>
        </div>
      </div>
    </div>
  );
}

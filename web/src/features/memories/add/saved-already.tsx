import { hostName } from "@/lib/host-name";
import type { Memory } from "@/memory/kinds";
import { titleOf } from "@/memory/memory";
import { DefaultPicture } from "../cards/default-picture";
import pageFace from "../cards/page-face.svg";
import { Picture } from "../cards/picture";
import { savedText } from "./saved-text";

/** The memory that holds an address already, small, in the place where the same one was about to be saved. */
export function SavedAlready({ memory }: { memory: Memory }) {
  return (
    <div className="already">
      <p>{savedText(new Date(memory.createdAt), new Date())}</p>
      <div className="already-card">
        <Picture
          src={memory.imageUrl}
          instead={memory.type === "document" ? <img src={pageFace} alt="" /> : <DefaultPicture memory={memory} />}
        />
        <div className="min-w-0">
          <strong dir="auto">{titleOf(memory)}</strong>
          <span className="muted">{hostName(memory.link)}</span>
        </div>
      </div>
    </div>
  );
}

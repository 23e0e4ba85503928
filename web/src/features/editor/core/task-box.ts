import { type EditorView, WidgetType } from "@codemirror/view";
import { tick } from "./commands";

/** The box of a task, which is ticked by a press. The keyboard ticks the box of its line. */
export class TaskBox extends WidgetType {
  constructor(
    readonly done: boolean,
    readonly words: string,
  ) {
    super();
  }

  override eq(other: TaskBox): boolean {
    return other.done === this.done && other.words === this.words;
  }

  override toDOM(view: EditorView): HTMLElement {
    const box = document.createElement("input");
    box.type = "checkbox";
    box.className = "md-box";
    box.checked = this.done;
    box.tabIndex = -1;
    box.ariaLabel = this.words || "Task";
    const sign = document.createElement("span");
    sign.className = "md-sign";
    sign.append(box);
    // The focus stays in the text, and the document says whether it is ticked.
    box.addEventListener("mousedown", (event) => event.preventDefault());
    box.addEventListener("click", (event) => {
      event.preventDefault();
      tick(view, view.posAtDOM(sign));
    });
    return sign;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

import { Popover } from "@base-ui/react/popover";
import { type ReactNode, type RefObject, useId } from "react";
import type { Theme } from "../slots";
import { changeType, FONTS, LEADINGS, MEASURES, SIZES, useType } from "./settings";
import "./type-panel.css";

type Props = {
  open: boolean;
  onOpen: (open: boolean) => void;
  button: RefObject<HTMLElement | null>;
  theme: Theme | undefined;
};

const NAMES = { newsreader: "Newsreader", inter: "Inter", legible: "Legible" };
const PAPERS = ["dark", "light", "sepia"] as const;

/** How the text is set: paper, font, size, measure and line height. */
export default function TypePanel({ open, onOpen, button, theme }: Props) {
  const type = useType();
  const paper = type.sepia ? "sepia" : theme?.dark ? "dark" : "light";
  const choosePaper = (next: (typeof PAPERS)[number]) => {
    changeType({ sepia: next === "sepia" });
    if (next !== "sepia" && theme && theme.dark !== (next === "dark")) theme.onToggle();
  };
  return (
    <Popover.Root open={open} onOpenChange={onOpen}>
      <Popover.Portal>
        <Popover.Positioner anchor={button} sideOffset={6} align="end" collisionPadding={12} className="pop-place">
          <Popover.Popup className="pop type-panel" finalFocus={button}>
            <Popover.Title className="vh">Text size and spacing</Popover.Title>
            <Choice
              label="Paper"
              of={PAPERS}
              value={paper}
              onChoose={choosePaper}
              draw={(one) => <Paper name={one} />}
            />
            <Choice
              label="Font"
              of={FONTS}
              value={type.font}
              onChoose={(font) => changeType({ font })}
              draw={(one) => <span className={`type-font-${one}`}>{NAMES[one]}</span>}
            />
            <Choice
              label="Size"
              of={SIZES}
              value={type.size}
              onChoose={(size) => changeType({ size })}
              draw={(one) => (
                <span className="type-size" style={{ fontSize: `${0.75 + one * 0.125}rem` }}>
                  A<span className="vh"> {one} of 5</span>
                </span>
              )}
            />
            <Choice
              label="Width"
              of={MEASURES}
              value={type.measure}
              onChoose={(measure) => changeType({ measure })}
              draw={capital}
            />
            <Choice
              label="Lines"
              of={LEADINGS}
              value={type.leading}
              onChoose={(leading) => changeType({ leading })}
              draw={capital}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const Paper = ({ name }: { name: string }) => (
  <span className="type-paper">
    <span className={`type-paper-dot type-paper-${name}`} aria-hidden="true" />
    {capital(name)}
  </span>
);

type ChoiceProps<T> = {
  label: string;
  of: readonly T[];
  value: T;
  onChoose: (one: T) => void;
  draw: (one: T) => ReactNode;
};

function Choice<T extends string | number>({ label, of, value, onChoose, draw }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className="type-choice">
      <legend>{label}</legend>
      <div>
        {of.map((one) => (
          <label key={one}>
            <input type="radio" className="vh" name={name} checked={one === value} onChange={() => onChoose(one)} />
            <span>{draw(one)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

import ChevronDown from "lucide-react/icons/chevron-down";
import type { ComponentProps } from "react";

interface PickerProps<Value extends string>
  extends Omit<ComponentProps<"select">, "value" | "onChange" | "aria-label"> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onPick: (value: Value) => void;
}

/** The browser's own select in our clothes: it knows every keyboard and every phone. */
export function Picker<Value extends string>({ label, value, options, onPick, ...rest }: PickerProps<Value>) {
  return (
    <span className="picker">
      <select
        {...rest}
        className="pick"
        aria-label={label}
        value={value}
        onChange={(event) => onPick(event.currentTarget.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className="i i-s" />
    </span>
  );
}

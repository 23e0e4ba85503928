import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { type ComponentProps, useState } from "react";
import { Field } from "@/ui/field";

/** A password input with a button that shows the password. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, "label" | "type" | "action">) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      label="Password"
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      className="pr-12"
      action={
        <button
          type="button"
          className="reveal"
          aria-label={shown ? "Hide password" : "Show password"}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff className="i" /> : <Eye className="i" />}
        </button>
      }
    />
  );
}

import CircleAlert from "lucide-react/icons/circle-alert";
import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "@/lib/class-names";

interface FieldProps extends ComponentProps<"input"> {
  label: string;
  /** The line under the field; announced when it appears. */
  error?: string | undefined;
  /** Stands inside, at the start. */
  icon?: ReactNode;
  /** A button inside, at the end. */
  action?: ReactNode;
  /** The id of what says how to fill it in, until an error says more. */
  describedBy?: string | undefined;
}

/** A labelled input with its error line. */
export function Field({ label, error, icon, action, describedBy, className, ...rest }: FieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className={classNames(icon ? "with-icon" : "relative")}>
        {icon}
        <input
          {...rest}
          id={id}
          className={classNames("input", className)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : describedBy}
        />
        {action}
      </div>
      <div role="alert" id={errorId}>
        {error && <ErrorLine>{error}</ErrorLine>}
      </div>
    </div>
  );
}

interface AreaProps extends ComponentProps<"textarea"> {
  label: string;
}

/** A labelled text area. */
export function Area({ label, className, ...rest }: AreaProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <textarea {...rest} id={id} className={classNames("area", className)} />
    </div>
  );
}

function ErrorLine({ children }: { children: ReactNode }) {
  return (
    <p className="errors">
      <span className="flex gap-2">
        <CircleAlert className="i i-s" />
        {children}
      </span>
    </p>
  );
}

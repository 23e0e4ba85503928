import type { Duration } from "./model";

type Props = { value: Duration; onChange: (duration: Duration) => void };

/** Switches between monthly and yearly billing. */
export function BillingSwitch({ value, onChange }: Props) {
  const option = (duration: Duration) => ({
    type: "radio",
    name: "billing",
    value: duration,
    checked: value === duration,
    onChange: () => onChange(duration),
  });
  return (
    <fieldset className="up-switch">
      <legend className="vh">Billing</legend>
      <label>
        <input {...option("month")} />
        Monthly
      </label>
      <label>
        <input {...option("year")} />
        Annual <span>Save $21 Annually</span>
      </label>
    </fieldset>
  );
}

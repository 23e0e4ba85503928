import { useBack } from "./back-api";

/** Whether marks come back on the dashboard. */
export function BackSwitch() {
  const { back, failed, show } = useBack();
  const on = back?.enabled ?? !failed;
  return (
    <button
      type="button"
      role="switch"
      className="set-switch"
      aria-checked={on}
      aria-disabled={!back}
      onClick={() => back && void show(!on)}
    >
      Bring marks back
      <span className="switch" />
    </button>
  );
}

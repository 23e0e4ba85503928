import { BackToday } from "@/features/highlights/back-today";
import { paths } from "./paths";

/** The marks that come back today, on the dashboard. */
export default function MarksBack(props: { room: boolean; onClosed: () => void }) {
  return <BackToday allPath={paths.highlights} pathOf={paths.mark} {...props} />;
}

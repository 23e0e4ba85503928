import "@/features/billing/success.css";
import { PaymentSuccess } from "@/features/billing";
import { paths } from "../paths";

export function Component() {
  return <PaymentSuccess homePath={paths.home} />;
}

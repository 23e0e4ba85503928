export { PaymentSuccess } from "./payment-success";
export { Upgrade } from "./upgrade";

export { cookiePolicy } from "./cookies";
export { PolicyPage } from "./policy-page";
export { privacyPolicy } from "./privacy";
export { termsOfService } from "./terms";

export { AuthLayout } from "./auth-layout";
export { SignIn } from "./sign-in";
export { SignUp } from "./sign-up";

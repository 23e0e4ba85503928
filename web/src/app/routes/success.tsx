export function Component() {
  return <main id="main">Payment Successful!</main>;
}

/** An amount of US cents in words, such as "$9.99"; whole dollars have no cents. */
export function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`;
}

export interface Credentials {
  username: string;
  password: string;
}

export type CredentialErrors = { [Name in keyof Credentials]?: string };

type Rule = readonly [holds: (text: string) => boolean, message: string];

// The server counts characters, not UTF-16 units.
const characters = (text: string) => Array.from(text).length;
const atLeast = (least: number) => (text: string) => characters(text) >= least;
const atMost = (most: number) => (text: string) => characters(text) <= most;
const matches = (pattern: RegExp) => (text: string) => pattern.test(text);

const long = atLeast(8);
const short = atMost(20);
const upper = matches(/[A-Z]/);
const lower = matches(/[a-z]/);
const digit = matches(/[0-9]/);
const special = matches(/[!@#$%^&*(),.?":{}|<>]/);

const USERNAME: readonly Rule[] = [
  [atLeast(3), "Username must be atleast 3 characters long"],
  [atMost(10), "Username must not exceed 10 characters"],
  [matches(/^[A-Za-z]*$/), "Username must only contain letters"],
];

const PASSWORD: readonly Rule[] = [
  [long, "Password should be atleast 8 characters long"],
  [short, "Password should not exceed 20 characters"],
  [upper, "Password should contain atleast one uppercase character"],
  [lower, "Password should contain atleast one lowercase character"],
  [digit, "Password should contain atleast one number"],
  [special, "Password must contain atleast one special character"],
];

const firstBroken = (rules: readonly Rule[], text: string) => rules.find(([holds]) => !holds(text))?.[1];

/** Returns the first rule that each field breaks, in the server's words. */
export function check({ username, password }: Credentials): CredentialErrors {
  const name = firstBroken(USERNAME, username);
  const secret = firstBroken(PASSWORD, password);
  return { ...(name && { username: name }), ...(secret && { password: secret }) };
}

/** Short descriptions of the rules, for the checklist on sign-up. */
export function rulesOf({ username, password }: Credentials): { words: string; met: boolean }[] {
  return [
    { words: "A name of 3 to 10 letters, A to Z", met: firstBroken(USERNAME, username) === undefined },
    { words: "A password of 8 to 20 characters", met: long(password) && short(password) },
    { words: "One uppercase letter", met: upper(password) },
    { words: "One lowercase letter", met: lower(password) },
    { words: "One number", met: digit(password) },
    { words: "One special character", met: special(password) },
  ];
}

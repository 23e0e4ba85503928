import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { safeRedirect } from "./redirect";
import { routes } from "./router";

const target = (wanted: string | null) => safeRedirect(wanted, routes);

describe("?redirect=", () => {
  test("U-18 a path of this app is accepted, with its query and hash", () => {
    expect(target("/home")).toBe("/home");
    expect(target("/home?tab=notes#memories")).toBe("/home?tab=notes#memories");
  });

  test("U-18 without the parameter, or with an unknown page, it is home", () => {
    for (const wanted of [null, "", "/", "/nowhere"]) expect(target(wanted)).toMatch(/^\/(home)?$/);
    expect(target("/nowhere")).toBe("/home");
  });

  test.each([
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "/\\/evil.example",
    "\\\\evil.example",
    "/%2f/evil.example",
    "/%2fevil.example",
    "/%2F%2Fevil.example",
    "/%5cevil.example",
    "/home\\..\\evil",
    "https://evil.example/home",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "/\t/evil.example",
    "/\n/evil.example",
    "\u0000/home",
    " /home",
    "/home\u007f",
    "/%0a/evil.example",
    "/%00home",
    "home",
    "@evil.example",
    "/api/v1/getuser",
  ])("U-18 %j is home", (wanted) => {
    expect(target(wanted)).toBe("/home");
  });

  // Public lists of what has led elsewhere, if they are beside the repository.
  const lists = ["openredirects.txt", "Open-Redirect-payloads.txt"].map((name) => `../../shared/corpora/lists/${name}`);
  test.skipIf(!lists.every(existsSync))(
    "U-18 no line of the public lists leads elsewhere (skipped without them)",
    () => {
      const lines = lists.flatMap((list) => readFileSync(list, "utf8").split(/\r?\n/));
      const wanted = lines.flatMap((line) => [line, line.trim(), decoded(line), `/${line}`]);
      expect(wanted.length).toBeGreaterThan(1000);
      const elsewhere = wanted.filter((line) => !staysHere(target(line)));
      expect(elsewhere).toEqual([]);
    },
  );
});

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A page of the app, however a browser reads it. */
function staysHere(address: string): boolean {
  const url = new URL(address, location.origin);
  return (
    url.origin === location.origin &&
    /^\/(?:$|home|profile|upgrade|welcome|contact|policies|auth|subscription)/.test(url.pathname)
  );
}

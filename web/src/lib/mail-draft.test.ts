import { describe, expect, it } from "vitest";
import { enterpriseDraft, mailDraft } from "./mail-draft";

describe("a draft of a mail", () => {
  it("LAND-14 LAND-15 UPG-01 ROLE-05 asks the sales address about the Enterprise plan", () => {
    const draft = new URL(enterpriseDraft("sales@engram.local"));
    expect(draft.protocol).toBe("mailto:");
    expect(draft.pathname).toBe("sales@engram.local");
    expect(draft.searchParams.get("subject")).toContain("Enterprise plan");
    expect(draft.searchParams.get("body")).toContain("Enterprise plan of Engram");
  });

  it("escapes spaces as every mail program reads them", () => {
    expect(enterpriseDraft("a@b")).not.toContain("+");
    expect(enterpriseDraft("a@b")).toContain("%20");
  });

  it.each([
    ["sales@engram.local", "mailto:sales@engram.local"],
    ["a@b?bcc=c@d", "mailto:a@b%3Fbcc%3Dc%40d"],
    ["javascript:alert(1)", "mailto:javascript%3Aalert(1)"],
    ["", "mailto:"],
  ])("to %j goes to nobody else", (address, link) => {
    expect(mailDraft(address)).toBe(link);
  });
});

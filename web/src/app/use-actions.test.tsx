import { act, renderHook, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { getToken, setToken } from "@/api/session";
import { matching } from "@/features/palette/model";
import { server } from "@/test/server";
import { useActions } from "./use-actions";

const calls = {
  focus: vi.fn(),
  ask: vi.fn(),
  visit: vi.fn(),
  choose: vi.fn(),
  onAdd: vi.fn(),
  onUndo: vi.fn(),
  onSignedOut: vi.fn(),
};

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset();
});

function start(isPremium: boolean | undefined = true, isOwner = true) {
  const { focus, ask, visit, choose, ...rest } = calls;
  const wiring = {
    ask: { current: { focus, ask } },
    shelf: { current: { visit, choose } },
    isPremium,
    isOwner,
    ...rest,
  };
  const wrapper = ({ children }: { children: ReactNode }) => <MemoryRouter>{children}</MemoryRouter>;
  const { result } = renderHook(() => ({ actions: useActions(wiring), where: useLocation().pathname }), { wrapper });
  const of = (keys: string) => result.current.actions.find((action) => action.keys.split(" ").includes(keys));
  return { result, of, run: (keys: string) => act(() => of(keys)?.run()) };
}

describe("the actions", () => {
  test("every action is found by its name", () => {
    const { actions } = start(false).result.current;
    for (const action of actions) expect(matching(actions, action.label)).toContain(action);
  });

  test.each([
    ["log out", "Logout"],
    ["sign out", "Logout"],
    ["dark mode", "Light mode"],
    ["theme", "Light mode"],
    ["new note", "Add a note"],
    ["upload", "Upload a PDF"],
    ["password", "Profile"],
    ["preferences", "Settings"],
    ["history", "Conversations"],
    ["pricing", "Upgrade Pro"],
    ["invite", "Admin"],
    ["export", "Your data"],
    ["pocket", "Bring memories in"],
    ["rss", "Feeds"],
  ])("%s finds %s", (query, label) => {
    expect(matching(start(false).result.current.actions, query).map((action) => action.label)).toContain(label);
  });

  test("every action has a unique id, unique keys and a label", () => {
    const { actions } = start(false).result.current;
    expect(actions.length).toBeGreaterThan(15);
    const keys = actions.flatMap((action) => action.keys.split(" "));
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
    for (const { label, keys } of actions) expect(label && keys).not.toBe("");
  });

  test.each([
    ["/", calls.focus, []],
    ["a", calls.onAdd, []],
    ["n", calls.onAdd, ["note"]],
    ["u", calls.onAdd, ["document"]],
    ["z", calls.onUndo, []],
    ["mod+z", calls.onUndo, []],
    ["m", calls.visit, []],
    ["1", calls.choose, ["all"]],
    ["6", calls.choose, ["note"]],
    ["7", calls.choose, ["spaces"]],
  ])("%s does what it says", (keys, call, args) => {
    start().run(keys);
    expect(call).toHaveBeenCalledExactlyOnceWith(...args);
  });

  test("choosing a tab scrolls to it", () => {
    start().run("3");
    expect(calls.choose).toHaveBeenCalledWith("video");
    expect(calls.visit).toHaveBeenCalledOnce();
  });

  test.each([
    ["p", "/profile"],
    ["s", "/settings"],
    ["h", "/home"],
    ["shift+d", "/profile/data"],
    ["shift+f", "/profile/feeds"],
    ["shift+u", "/upgrade"],
    ["shift+a", "/admin"],
  ])("%s goes to %s", (keys, path) => {
    const { run, result } = start(false);
    run(keys);
    expect(result.current.where).toBe(path);
  });

  test.each([true, undefined])("there is no upgrade when premium is %s", (isPremium) => {
    const { actions } = start(isPremium).result.current;
    expect(actions.some(({ label }) => label === "Upgrade Pro")).toBe(false);
  });

  test("members have no action to the Admin page", () => {
    const { actions } = start(false, false).result.current;
    expect(actions.some(({ label }) => label === "Admin")).toBe(false);
  });

  test("MENU-04 UI-06 t toggles the theme, and its label names the next one", () => {
    const { run, of } = start();
    expect(of("t")?.label).toBe("Light mode");
    run("t");
    expect(of("t")?.label).toBe("Dark mode");
    expect(localStorage.getItem("darkMode")).toBe("false");
  });

  test("MENU-07 shift+q signs out as the menu does", async () => {
    setToken("secret");
    server.use(http.post("/api/v1/signout", () => HttpResponse.json({ message: "Signed out" })));
    start().run("shift+q");
    await waitFor(() => expect(calls.onSignedOut).toHaveBeenCalledOnce());
    expect(getToken()).toBeNull();
  });
});

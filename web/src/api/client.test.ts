import { act, renderHook } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, test, vi } from "vitest";
import { server } from "@/test/server";
import { client, unwrap } from "./client";
import { ApiError, logFailure, messageOf, statusOf } from "./errors";
import { clearToken, expireToken, onTokenExpired, setToken, useToken } from "./session";

const USER = { username: "Maya", email: null, isPremium: false, subscription: null };

function refuse(status: number, body?: object) {
  server.use(http.get("/api/v1/getuser", () => HttpResponse.json(body ?? {}, { status })));
}

function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.fail("it should have failed"),
    (error: unknown) => error,
  );
}

const getUser = () => unwrap(client.GET("/api/v1/getuser"));

describe("client", () => {
  test("UI-08 the token travels raw in the authorization header", async () => {
    let seen: string | null = null;
    server.use(
      http.get("/api/v1/getuser", ({ request }) => {
        seen = request.headers.get("authorization");
        return HttpResponse.json(USER);
      }),
    );
    setToken("secret");
    expect(await getUser()).toEqual(USER);
    expect(seen).toBe("secret");
  });

  test("an error response throws its status and message", async () => {
    refuse(429, { message: "Too much" });
    const error = await failure(getUser());
    expect(error).toBeInstanceOf(ApiError);
    expect(statusOf(error)).toBe(429);
    expect(messageOf(error, "fallback")).toBe("Too much");
  });

  test("a missing or empty message falls back to a default", async () => {
    refuse(500);
    expect(messageOf(await failure(getUser()), "fallback")).toBe("fallback");
    refuse(500, { message: "" });
    expect(messageOf(await failure(getUser()), "fallback")).toBe("fallback");
    server.use(http.get("/api/v1/getuser", () => HttpResponse.error()));
    const silence = await failure(getUser());
    expect(messageOf(silence, "fallback")).toBe("fallback");
    expect(statusOf(silence)).toBeUndefined();
  });

  test("U-13 a 401 removes the token and notifies listeners", async () => {
    const told = vi.fn();
    const stop = onTokenExpired(told);
    setToken("old");
    refuse(401, { message: "Sign in first" });
    await failure(getUser());
    stop();
    expect(localStorage.getItem("token")).toBeNull();
    expect(told).toHaveBeenCalledOnce();
  });

  test("U-13 a late 401 of an older token keeps the new token", () => {
    const told = vi.fn();
    const stop = onTokenExpired(told);
    setToken("new");
    expireToken("old");
    stop();
    expect(localStorage.getItem("token")).toBe("new");
    expect(told).not.toHaveBeenCalled();
  });

  test("a 401 of sign-in means wrong credentials, not an ended session", async () => {
    server.use(http.post("/api/v1/signin", () => HttpResponse.json({ message: "Wrong" }, { status: 401 })));
    setToken("mine");
    await failure(unwrap(client.POST("/api/v1/signin", { body: { username: "Maya", password: "Abcdef1!" } })));
    expect(localStorage.getItem("token")).toBe("mine");
  });
});

describe("errors that are only logged", () => {
  test("name what failed, but not the ended session, which the sign-in page reports", () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const down = new ApiError(503);
    logFailure("reading the user", down);
    logFailure("reading the user", new ApiError(401, "Sign in first"));
    expect(log.mock.calls).toEqual([["reading the user failed", down]]);
  });
});

describe("useToken", () => {
  test("follows changes in this tab and in others", () => {
    const { result } = renderHook(useToken);
    expect(result.current).toBeNull();
    act(() => setToken("a"));
    expect(result.current).toBe("a");
    act(clearToken);
    expect(result.current).toBeNull();
    act(() => {
      localStorage.setItem("token", "b");
      window.dispatchEvent(new StorageEvent("storage", { key: "token" }));
    });
    expect(result.current).toBe("b");
  });
});

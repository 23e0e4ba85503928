// Runs before anything is painted and long before the app has arrived.

// Nobody who chose light sees a dark flash. Keep in step with features/theme/model.ts.
(() => {
  let dark = true;
  try {
    dark = JSON.parse(localStorage.getItem("darkMode")) !== false;
  } catch {
    // An unreadable choice counts as none.
  }
  const root = document.documentElement;
  // The dashboard's welcome is for the first visit (lib/compact.ts).
  try {
    root.toggleAttribute("data-compact", localStorage.getItem("visited") !== null);
  } catch {
    // Who forbids us to keep anything is welcomed each time.
  }
  root.classList.toggle("dark", dark);
  root.classList.toggle("light", !dark);
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", dark ? "#100e0b" : "#fcfaf7");
})();

// What the dashboard asks for first is on its way already when the app comes. The calls are made by api/client.ts as ever, which
// takes these answers for its own (boot/early.ts).
(() => {
  // The app begins once what the page shows by itself has been seen, or at once where it shows nothing or nobody looks: running
  // it takes a phone half a second. A frame that was asked for is not yet one that was seen, so the browser is asked, and a
  // background alone is not the page. A browser that can't tell is given a frame; one that does not is waited for a second after
  // everything has come. Whoever acts before is not kept waiting.
  document.addEventListener("DOMContentLoaded", () => {
    const app = document.getElementById("app");
    let begun = false;
    const begin = () => {
      if (begun) return;
      begun = true;
      for (const link of document.querySelectorAll("link[data-late]")) link.rel = "modulepreload";
      if (app) import(app.href);
    };
    const outline = !token && document.querySelector(".shell"); // which is not shown to whoever is to sign in
    if (document.hidden || outline) return begin();
    if (!window.PerformanceObserver?.supportedEntryTypes?.includes("paint")) {
      return requestAnimationFrame(() => setTimeout(begin));
    }
    new PerformanceObserver((paints) => {
      if (paints.getEntriesByName("first-contentful-paint").length) begin();
    }).observe({ type: "paint", buffered: true });
    for (const act of ["pointerdown", "keydown"]) document.addEventListener(act, begin, { once: true });
    addEventListener("load", () => setTimeout(begin, 1000));
  });

  let token = null;
  try {
    token = localStorage.getItem("token");
  } catch {
    // Who forbids us to keep anything is signed in nowhere.
  }
  // "/" comes with the content of /welcome, and is that for whoever has no token.
  if (location.pathname === "/") {
    document.documentElement.toggleAttribute("data-leaving", Boolean(token));
    if (token) location.replace("/home");
    else if (!document.documentElement.dataset.mode)
      history.replaceState(null, "", `/welcome${location.search}${location.hash}`);
  }
  // Whoever is to sign in first is not shown the outline of the dashboard.
  document.documentElement.toggleAttribute("data-signed-out", !token);
  if (!token || !/^\/home(\/|$)/.test(location.pathname)) return;
  window.early = { token, answers: {}, known: {} };
  for (const path of ["/api/v1/getuser", "/api/v1/content?limit=60"]) {
    const answer = fetch(path, { headers: { authorization: token } });
    window.early.answers[path] = answer;
    answer
      .then(async (response) => {
        if (response.ok) window.early.known[path] = await response.clone().json();
      })
      .catch(() => {}); // whoever takes the answer hears of it
  }
})();

// Once somebody signs out in another tab, what this one shows goes at once, and with it all that it has read. Whoever left the
// page for the way back (pageshow) or another tab has missed that. A token that is emptied first was given up on purpose
// (api/session.ts): what was typed goes as well.
(() => {
  const token = () => {
    try {
      return localStorage.getItem("token");
    } catch {
      return null;
    }
  };
  let before = token();
  const leave = () => {
    if (!/^\/(home|conversations|highlights|profile|upgrade)(\/|$)/.test(location.pathname)) return;
    document.documentElement.toggleAttribute("data-leaving", true);
    location.replace("/auth/signin");
  };
  const look = () => {
    const now = token();
    if (before && !now) leave();
    // The page is another person's: nothing of it is theirs.
    else if (before && now !== before) location.reload();
  };
  addEventListener("storage", ({ key, oldValue, newValue }) => {
    if (key !== null && key !== "token") return;
    if (newValue === "" || key === null) {
      for (const name of Object.keys(sessionStorage))
        if (/^drafts? ?(:|of)/.test(name)) sessionStorage.removeItem(name);
    }
    if (!newValue && (oldValue || key === null)) leave();
  });
  addEventListener("pagehide", () => {
    before = token();
  });
  addEventListener("pageshow", ({ persisted }) => persisted && look());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) before = token();
    else look();
  });
})();

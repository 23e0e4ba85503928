/**
 * The service worker. It answers for the server only where that can't be reached, and takes what is shared to the app. Calls
 * of the API, streams, files and uploads pass by it, but for the reads of memories.ts.
 */

import { endsSession, forget, isRead, read } from "./memories";
import { take } from "./share";
import { dropOthers, file, isKeptFile, isNamedAlike, keepShell, latest, page } from "./shell";

declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", (event) => event.waitUntil(keepShell().then(() => self.skipWaiting())));

self.addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      await dropOthers();
      // A page is asked for while the worker starts.
      await self.registration.navigationPreload?.enable();
      await self.clients.claim();
    })(),
  ),
);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  const navigates = request.mode === "navigate" && request.destination === "document";
  if (request.method === "POST" && navigates && url.pathname === "/save") event.respondWith(take(request));
  else if (endsSession(request.method, url)) event.waitUntil(forget());
  else if (request.method !== "GET") return;
  else if (isRead(url)) event.respondWith(read({ request, waitUntil: (task) => event.waitUntil(task) }));
  else if (navigates && isPage(url)) event.respondWith(page(event));
  else if (isKeptFile(url.pathname)) event.respondWith(file(request));
  else if (isNamedAlike(url.pathname)) event.respondWith(latest(request));
});

// The page says so where the session ended without a call.
self.addEventListener("message", (event) => {
  if (event.data === "forget") event.waitUntil(forget());
});

/** Whether it is a page of the app: not a file, and not of the API. */
function isPage({ pathname }: URL): boolean {
  return !pathname.startsWith("/api/") && !pathname.includes(".");
}

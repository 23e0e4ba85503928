import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";

/**
 * The network of the tests. A test says with `server.use(http.get("/api/v1/…", …))` what the server answers. Of itself it
 * has a stream of changes, on which nothing happens, and no kept filters.
 */
export const server = setupServer(
  http.get("/api/v1/events", () => new Response(new ReadableStream())),
  http.get("/api/v1/filters", () => HttpResponse.json({ filters: [] })),
);

import { http } from "msw";
import { setupServer } from "msw/node";

/**
 * The network of the tests. A test says with `server.use(http.get("/api/v1/…", …))` what the server answers. Of itself it
 * has a stream of changes, on which nothing happens.
 */
export const server = setupServer(http.get("/api/v1/events", () => new Response(new ReadableStream())));

import "./styles/index.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { offerReload } from "./app/lost-chunk";
import { followExpiry, routes } from "./app/router";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const router = createBrowserRouter(routes);
followExpiry(router);
offerReload();

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./shell/App";
import { type Arrival, takeArrival } from "./shell/arrival";
import { loadBrand } from "./shell/brand";
import { createServices, ServicesContext } from "./shell/services";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/parts.css";
import "./styles/overlays.css";
import "./styles/catalogue.css";
import "./styles/table.css";

/** A slow answer changes the look later, so that it does not keep users waiting. */
const MAX_WAIT_MS = 500;

// Secrets leave the address before anything else runs.
const first = takeArrival();
const root = document.getElementById("root");
if (root) {
  await Promise.race([
    loadBrand(fetch.bind(globalThis)),
    new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS)),
  ]);
  const services = createServices(fetch.bind(globalThis));
  const arrive = (arrival: Arrival | undefined) => arrival && services.signIn.withArrival(arrival);
  arrive(first);
  // A new address for the same page changes only the fragment, without a reload.
  addEventListener("hashchange", () => arrive(takeArrival()));
  createRoot(root).render(
    <StrictMode>
      <ServicesContext value={services}>
        <App />
      </ServicesContext>
    </StrictMode>,
  );
}

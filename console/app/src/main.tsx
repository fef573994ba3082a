import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./shell/App";
import { createServices, ServicesContext } from "./shell/services";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/parts.css";
import "./styles/overlays.css";
import "./styles/catalogue.css";
import "./styles/table.css";

const root = document.getElementById("root");
if (root) {
  const services = createServices(fetch.bind(globalThis));
  createRoot(root).render(
    <StrictMode>
      <ServicesContext value={services}>
        <App />
      </ServicesContext>
    </StrictMode>,
  );
}

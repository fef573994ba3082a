import { defineConfig, mergeConfig } from "vitest/config";
import vite from "./vite.config";

export default mergeConfig(
  vite,
  defineConfig({
    test: {
      include: ["test/**/*.test.{ts,tsx}"],
      environment: "node",
      testTimeout: 20_000,
      // A third of the time: each file would load React, axe and jsdom again. So no test may mock a module.
      isolate: false,
    },
  }),
);

import { defineConfig } from "vitest/config";

export default defineConfig({
  build: {
    lib: { entry: "src/index.ts", formats: ["es"], fileName: "index" },
    rolldownOptions: { external: ["react", "react-dom", "react/jsx-runtime"] },
    sourcemap: true,
  },
  test: { include: ["test/**/*.test.{ts,tsx}"], environment: "node", pool: "threads", testTimeout: 20_000 },
});

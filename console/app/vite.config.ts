import { defineConfig } from "vite";

const form = new URL("../packages/form/src/", import.meta.url).pathname;

export default defineConfig({
  base: "/console/",
  resolve: {
    // The sources of the form, so that neither a build nor a test needs its dist first.
    alias: [
      { find: "@chartroom/form/form.css", replacement: `${form}form.css` },
      { find: /^@chartroom\/form$/, replacement: `${form}index.ts` },
    ],
  },
  build: {
    target: "es2022",
    // The policy forbids data: scripts and fonts, so every asset is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    // The texts of the licences of the packages that are in the files.
    license: { fileName: "licences.txt" },
  },
});

/** The configuration of the plugin package for tests in Node. */
import headlamp from "@kinvolk/headlamp-plugin/config/vite.config.mjs";

/** They replace what Node has itself, or prepare translations. */
const UNUSED = ["vite-plugin-node-polyfills", "virtual-shims-resolver", "inject", "plugin-name-injection"];

export default {
  ...headlamp,
  plugins: headlamp.plugins.flat().filter(({ name }) => !UNUSED.includes(name)),
  // The form gets the React of Headlamp.
  resolve: { dedupe: ["react", "react-dom"] },
  test: {
    ...headlamp.test,
    include: ["test/**/*.test.tsx"],
    // Headlamp looks for kubeconfigs of the user in a database of the browser, which jsdom does not have.
    setupFiles: [headlamp.test.setupFiles, "fake-indexeddb/auto"],
  },
};

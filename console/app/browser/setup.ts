/** Builds the console once for all browser tests. A running program has its own. */
import { build } from "vite";

export default async function setup() {
  const { CHARTROOM_TENANT_TOKEN, CHARTROOM_OPERATOR_TOKEN, CHARTROOM_ISSUER } = process.env;
  if (CHARTROOM_TENANT_TOKEN || CHARTROOM_OPERATOR_TOKEN || CHARTROOM_ISSUER) {
    return;
  }
  if (!process.env.CHARTROOM_KUBECONFIG) {
    process.stdout.write(
      "Most browser tests of the console are skipped: CHARTROOM_KUBECONFIG names no kubeconfig.\n",
    );
  }
  // The test runner sets "test", with which the build would have the slow React of development.
  process.env.NODE_ENV = "production";
  await build({ logLevel: "error", mode: "production" });
}

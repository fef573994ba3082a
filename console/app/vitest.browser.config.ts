import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The code that the program prints is valid for a minute, so its test comes first. */
class LoginFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLogin = (file: TestSpecification) => file.moduleId.endsWith("/login.test.ts");
    const sorted = await super.sort(files);
    return [...sorted.filter(isLogin), ...sorted.filter((file) => !isLogin(file))];
  }
}

// The program in a cluster has tests of its own, because its users have fewer rights.
const IS_CLUSTER = Boolean(
  process.env.CHARTROOM_TENANT_TOKEN || process.env.CHARTROOM_OPERATOR_TOKEN || process.env.CHARTROOM_ISSUER,
);

// Two servers can share the others: one for what users do, one for how pages look.
const LOOKS = ["browser/look.test.ts", "browser/platform.test.ts", "browser/states.test.ts"];
const PART = process.env.CHARTROOM_BROWSER_TESTS;

export default defineConfig({
  test: {
    include: IS_CLUSTER ? ["browser/cluster/*.test.ts"] : PART === "looks" ? LOOKS : ["browser/*.test.ts"],
    exclude: PART === "flows" ? LOOKS : [],
    globalSetup: ["browser/setup.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // As for the locators.
    expect: { poll: { timeout: 15_000 } },
    fileParallelism: false,
    sequence: { sequencer: LoginFirst },
  },
});

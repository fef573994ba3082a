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

export default defineConfig({
  test: {
    include: [IS_CLUSTER ? "browser/cluster/*.test.ts" : "browser/*.test.ts"],
    globalSetup: ["browser/setup.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // As for the locators.
    expect: { poll: { timeout: 15_000 } },
    fileParallelism: false,
    sequence: { sequencer: LoginFirst },
  },
});

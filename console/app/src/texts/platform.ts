/** Texts of the platform view. */
export const PLATFORM_TEXTS = {
  platform: {
    title: "Platform",
    intro: "The definitions of the kinds, and whether the server accepts them.",
    unserved:
      "The server shows no KindDefinitions. It may read its definitions from files. These kinds are served:",
    problems: (count: number) =>
      count === 1 ? "1 definition has a problem" : `${count} definitions have problems`,
    allFine: "All definitions are served as declared.",
    refused: (source: string) => (source === "" ? "A definition is refused" : `${source} is refused`),
    problem: (type: string) => `The condition ${type} is False.`,
    warnings: (count: number) =>
      count === 1 ? "The server has 1 warning" : `The server has ${count} warnings`,
    advice: "What could be better",
    unknown: "The platform has no such definition.",
    noDefinition: "The server shows no KindDefinition of this kind. It may read the definition from a file.",
    noSchema: "The server publishes no schema of this kind.",
    tabList: "Parts of the definition",
    tabs: { overview: "Overview", form: "Form", explain: "Explain", yaml: "YAML" },
    required: "required",
    defaultStore: "the default store",
    facts: {
      group: "API group",
      versions: "Versions",
      objects: "Objects",
      store: "Store",
      chart: "Chart",
      prefix: "Prefix",
      deletion: "On deletion",
      subresources: "Subresources",
      costs: "Costs",
    },
    version: {
      served: "served",
      unserved: "not served",
      storage: "stored",
      deprecated: "deprecated",
    },
    phases: {
      Settled: "Reads and writes are served from it.",
      Paused: "A move copies the objects now, so no object can be written.",
      Moved: "The objects have moved to it. Writes begin when all replicas know that.",
    } as Readonly<Record<string, string>>,
    deletion: {
      retains: "Resources stay.",
      uninstalls: "Resources are removed.",
      isProtected: "Objects are protected.",
    },
  },
  rollout: {
    title: "Rollout",
    none: "Existing releases do not follow a change of this definition.",
    settings: (perMinute: number, maxUnready: number) =>
      `At most ${perMinute} ${perMinute === 1 ? "release" : "releases"} per minute, while fewer than ${maxUnready} of the updated ones are not ready.`,
    paused: "The rollout is paused.",
    unknown: "The progress is not visible to you.",
    progress: (updated: number, all: number) =>
      all === 0
        ? "There are no releases."
        : `${updated} of ${all} ${all === 1 ? "release is" : "releases are"} up to date`,
    waits: (unready: number) =>
      unready === 1
        ? "The rollout may wait: 1 updated release is not ready."
        : `The rollout may wait: ${unready} updated releases are not ready.`,
    outdated: "Releases to be updated",
    parts: {
      done: (count: number) => `${count} up to date`,
      unready: (count: number) => `${count} updated, not ready`,
      refused: (count: number) => `${count} refused by the cluster`,
      outdated: (count: number) => `${count} to be updated`,
    },
  },
  preview: {
    help: "This is the form that users get. Try it: nothing is written.",
    title: "What the server would do",
    object: "The object",
    ask: "Ask the server",
    unserved: "The server does not serve ApplicationPreviews, so it cannot tell what would happen.",
    stored: "The object with defaults",
    release: "The HelmRelease",
    cost: (name: string, value: number) => `Cost ${name}: ${value}`,
  },
} as const;

/** Texts of the YAML editor. */
export const YAML_TEXTS = {
  yaml: {
    hint: "Ctrl+Space suggests fields and values.",
    suggestions: "Suggestions",
    found: (count: number) =>
      count === 0 ? "No suggestions here." : count === 1 ? "1 suggestion" : `${count} suggestions`,
    required: "required",
    default: "default",
    unknown: "The schema does not have this field.",
    problems: "Problems",
    count: (count: number) =>
      count === 0 ? "" : count === 1 ? "1 problem in the YAML" : `${count} problems in the YAML`,
    line: (line: number) => `Line ${line}`,
    sources: { syntax: "not valid YAML", server: "the server", schema: "advice of the schema" },
    more: (count: number) => `${count} more problems`,
  },
} as const;

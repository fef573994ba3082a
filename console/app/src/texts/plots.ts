/** Texts of plots. */
export const PLOT_TEXTS = {
  plot: {
    table: "Show as a table",
    time: "Time",
    summary: (title: string, lowest: string, highest: string, last: string) =>
      `${title} over time: between ${lowest} and ${highest}, ${last} at last.`,
  },
  usage: {
    title: "CPU and memory",
    cpu: "CPU",
    memory: "Memory",
    pods: (measured: number, all: number) =>
      `Sum over ${measured === all ? all : `${measured} of ${all}`} ${all === 1 ? "pod" : "pods"}, since you opened this page.`,
    absent: (reason: string) => `Not shown now: ${reason}`,
    unserved: "the server does not serve ApplicationMetrics.",
    noPods: "there are no pods.",
    notMeasured: "the pods have no metrics yet.",
  },
  readiness: {
    title: "Readiness over time",
    none: "The object has no condition Ready yet.",
    change: "Change",
    revision: "Revision of the release",
    mark: (revision: number) => `r${revision}`,
    legend: { good: "Ready", bad: "Not ready", open: "In progress", none: "Not known" },
    summary: {
      good: (span: string) => `Ready for ${span}`,
      bad: (span: string) => `Not ready for ${span}`,
      open: (span: string) => `In progress for ${span}`,
      none: (_: string) => "Not known",
    },
    plot: (summary: string, revisions: number) =>
      revisions === 0 ? summary : `${summary}. ${revisions} ${revisions === 1 ? "revision" : "revisions"}.`,
  },
} as const;

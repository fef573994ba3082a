package dev.chartroom.domain.subresource;

/**
 * Selects workloads of a release.
 *
 * @param kind the kind of the workloads
 * @param name the name of the workloads, in which {@code *} stands for any text
 */
public record WorkloadSelector(WorkloadKind kind, String name) {
    /** Selects all workloads of a kind. */
    public static final String ANY = "*";

    /** Returns whether a workload of this kind is selected. The time is linear in the lengths of both names. */
    public boolean selects(String workload) {
        String[] texts = name.split("\\*", -1);
        if (texts.length == 1) {
            return name.equals(workload);
        }
        String last = texts[texts.length - 1];
        int at = texts[0].length();
        if (!workload.startsWith(texts[0]) || !workload.endsWith(last) || workload.length() < at + last.length()) {
            return false;
        }
        int end = workload.length() - last.length();
        for (int i = 1; i < texts.length - 1; i++) {
            int found = workload.indexOf(texts[i], at);
            if (found < 0 || found + texts[i].length() > end) {
                return false;
            }
            at = found + texts[i].length();
        }
        return true;
    }
}

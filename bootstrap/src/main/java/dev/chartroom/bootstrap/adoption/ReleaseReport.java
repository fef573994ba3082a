package dev.chartroom.bootstrap.adoption;

import java.util.List;

/**
 * The text about one release.
 *
 * @param outcome whether the release can be changed, needs no change, or cannot be changed
 * @param lines the text; a single line if the release cannot be changed
 */
public record ReleaseReport(Outcome outcome, List<String> lines) {
    public ReleaseReport {
        lines = List.copyOf(lines);
    }

    /** The outcome for a release. */
    public enum Outcome {
        /** The command changes the release, or can change it. */
        POSSIBLE,
        /** The release is in the wanted state already. */
        UNCHANGED,
        REFUSED
    }

    static ReleaseReport possible(List<String> lines) {
        return new ReleaseReport(Outcome.POSSIBLE, lines);
    }

    static ReleaseReport unchanged(String line) {
        return new ReleaseReport(Outcome.UNCHANGED, List.of(line));
    }

    static ReleaseReport refused(String line) {
        return new ReleaseReport(Outcome.REFUSED, List.of(line));
    }
}

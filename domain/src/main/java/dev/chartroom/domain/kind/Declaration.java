package dev.chartroom.domain.kind;

import java.util.List;
import java.util.stream.Stream;

/** What became of one definition when it was read. */
public sealed interface Declaration {

    /** Where the definition comes from, such as a file's name. */
    String source();

    /**
     * The definition declares this kind.
     *
     * @param chart whether there is the chart of its releases
     * @param warnings what of the schema is left out, a sentence for each part
     */
    record Valid(String source, DeclaredKind declared, ChartPresence chart, List<String> warnings)
            implements Declaration {
        private static final int MOST_WARNINGS = 20;

        public Valid {
            warnings = limited(warnings);
        }

        /** Of whose chart nothing is known. */
        public Valid(String source, DeclaredKind declared) {
            this(source, declared, ChartPresence.UNASKED, List.of());
        }

        /** A kind with one version. */
        public Valid(String source, ApplicationKind kind) {
            this(source, DeclaredKind.only(kind));
        }

        /** The same, with what is known of its chart. */
        public Valid with(ChartPresence presence) {
            return new Valid(source, declared, presence, warnings);
        }

        /** The kind in the version in which its objects are stored. */
        public ApplicationKind kind() {
            return declared.stored();
        }

        private static List<String> limited(List<String> warnings) {
            int rest = warnings.size() - MOST_WARNINGS;
            return rest <= 1
                    ? List.copyOf(warnings)
                    : Stream.concat(
                                    warnings.stream().limit(MOST_WARNINGS),
                                    Stream.of(rest + " more parts of the schema are left out"))
                            .toList();
        }
    }

    /**
     * The definition is refused.
     *
     * @param reason why, in one word
     * @param problems why, at least one sentence; one about a field begins with its path
     */
    record Refused(String source, String reason, List<String> problems) implements Declaration {
        private static final String INVALID = "Invalid";

        public Refused {
            problems = List.copyOf(problems);
        }

        /** For what it says. */
        public Refused(String source, List<String> problems) {
            this(source, INVALID, problems);
        }

        public Refused(String source, String problem) {
            this(source, List.of(problem));
        }

        /** For a chart that does not exist. */
        public static Refused missing(String source, SourceRef chart) {
            return new Refused(
                    source,
                    "ChartNotFound",
                    List.of("the chart of its releases is that of " + chart
                            + ", which does not exist; the definition is accepted as soon as it does"));
        }

        /** The same with one more sentence. */
        public Refused with(String problem) {
            return new Refused(
                    source,
                    reason,
                    Stream.concat(problems.stream(), Stream.of(problem)).toList());
        }

        /** All problems in one line. */
        public String message() {
            return String.join("; ", problems);
        }
    }
}

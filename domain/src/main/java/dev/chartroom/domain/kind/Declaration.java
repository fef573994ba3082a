package dev.chartroom.domain.kind;

import java.util.List;
import java.util.stream.Stream;

/** The result of reading one definition. */
public sealed interface Declaration {

    /** Returns the source of the definition, such as a file's name. */
    String source();

    /**
     * The definition declares this kind.
     *
     * @param chart whether the chart of its releases exists
     * @param warnings a sentence for each part of the schema that is left out. There are at most 21 sentences. The last
     *     sentence can state the number of further parts
     */
    record Valid(String source, DeclaredKind declared, ChartPresence chart, List<String> warnings)
            implements Declaration {
        private static final int MAX_WARNINGS = 20;

        public Valid {
            warnings = limited(warnings);
        }

        /** Creates a declaration whose chart was not looked up. */
        public Valid(String source, DeclaredKind declared) {
            this(source, declared, ChartPresence.NOT_LOOKED_UP, List.of());
        }

        /** Creates a declaration of a kind with one version. */
        public Valid(String source, ApplicationKind kind) {
            this(source, DeclaredKind.only(kind));
        }

        /** Returns a copy with this chart presence. */
        public Valid with(ChartPresence presence) {
            return new Valid(source, declared, presence, warnings);
        }

        /** Returns the kind in the version in which its objects are stored. */
        public ApplicationKind kind() {
            return declared.stored();
        }

        private static List<String> limited(List<String> warnings) {
            int rest = warnings.size() - MAX_WARNINGS;
            return rest <= 1
                    ? List.copyOf(warnings)
                    : Stream.concat(
                                    warnings.stream().limit(MAX_WARNINGS),
                                    Stream.of(rest + " more parts of the schema are left out"))
                            .toList();
        }
    }

    /**
     * The definition is rejected.
     *
     * @param reason the cause, in one word
     * @param problems the causes, at least one sentence. A sentence about a field begins with the path of the field
     */
    record Refused(String source, String reason, List<String> problems) implements Declaration {
        private static final String INVALID = "Invalid";
        private static final String UNFETCHED = "ChartNotFetched";
        private static final String MISSING = "ChartNotFound";

        public Refused {
            problems = List.copyOf(problems);
        }

        /** Rejects a definition because of its contents. */
        public Refused(String source, List<String> problems) {
            this(source, INVALID, problems);
        }

        public Refused(String source, String problem) {
            this(source, List.of(problem));
        }

        /** Rejects a definition because its chart does not exist. */
        public static Refused missing(String source, SourceRef chart) {
            return new Refused(
                    source,
                    MISSING,
                    List.of("the chart source " + chart
                            + " does not exist; Chartroom accepts the definition as soon as the source exists"));
        }

        /** Rejects a definition because Flux has not fetched its chart yet. */
        public static Refused unfetched(String source, String problem) {
            return new Refused(source, UNFETCHED, List.of(problem));
        }

        /** Returns whether Flux has not fetched the chart yet. The problems may change with each step of the fetch. */
        public boolean isUnfetched() {
            return reason.equals(UNFETCHED);
        }

        /** Returns whether a definition with this reason becomes valid without a change of the definition. */
        static boolean isWaiting(String reason) {
            return reason.equals(UNFETCHED) || reason.equals(MISSING);
        }

        /** Returns a copy with one more problem. */
        public Refused with(String problem) {
            return new Refused(
                    source,
                    reason,
                    Stream.concat(problems.stream(), Stream.of(problem)).toList());
        }

        /** Returns all problems in one line. */
        public String message() {
            return String.join("; ", problems);
        }
    }
}

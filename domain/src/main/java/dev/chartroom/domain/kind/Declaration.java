package dev.chartroom.domain.kind;

import java.util.List;
import java.util.stream.Stream;

/** What became of one definition when it was read. */
public sealed interface Declaration {

    /** Where the definition comes from, such as a file's name. */
    String source();

    /** The definition declares this kind. */
    record Valid(String source, DeclaredKind declared) implements Declaration {

        /** A kind with one version. */
        public Valid(String source, ApplicationKind kind) {
            this(source, DeclaredKind.only(kind));
        }

        /** The kind in the version in which its objects are stored. */
        public ApplicationKind kind() {
            return declared.stored();
        }
    }

    /**
     * The definition is refused.
     *
     * @param problems why, at least one sentence; one about a field begins with its path
     */
    record Refused(String source, List<String> problems) implements Declaration {
        public Refused {
            problems = List.copyOf(problems);
        }

        public Refused(String source, String problem) {
            this(source, List.of(problem));
        }

        /** The same with one more sentence. */
        public Refused with(String problem) {
            return new Refused(
                    source, Stream.concat(problems.stream(), Stream.of(problem)).toList());
        }

        /** All problems in one line. */
        public String reason() {
            return String.join("; ", problems);
        }
    }
}

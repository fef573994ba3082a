package dev.chartroom.domain.subresource;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.status.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The part of a release's output that a user asks for, with the names and rules of PodLogOptions.
 *
 * @param pod the only pod; empty for all
 * @param container the only container of each pod; empty for all except init containers
 * @param prefix whether each line begins with the pod and the container
 * @param follow whether the log goes on with new lines
 * @param previous whether the output is that of the container's instance before its last restart
 * @param timestamps whether each line has its time
 * @param sinceSeconds the greatest age of a line; empty for any
 * @param tailLines the number of lines from the end of each container's log; empty for all
 */
public record LogOptions(
        String pod,
        String container,
        boolean prefix,
        boolean follow,
        boolean previous,
        boolean timestamps,
        OptionalLong sinceSeconds,
        OptionalLong tailLines) {

    /** All output until now, with prefixes. */
    public static final LogOptions DEFAULT =
            new LogOptions("", "", true, false, false, false, OptionalLong.empty(), OptionalLong.empty());

    /** Returns what is wrong with the options; empty if they are valid. */
    public List<FieldError> problems() {
        List<FieldError> problems = new ArrayList<>();
        if (tailLines.isPresent() && tailLines.getAsLong() < 0) {
            problems.add(FieldError.invalid(
                    "tailLines", JsonNumber.of(tailLines.getAsLong()), "must be greater than or equal to 0"));
        }
        if (sinceSeconds.isPresent() && sinceSeconds.getAsLong() < 1) {
            problems.add(FieldError.invalid(
                    "sinceSeconds", JsonNumber.of(sinceSeconds.getAsLong()), "must be greater than 0"));
        }
        return problems;
    }
}

package dev.chartroom.apimachinery.schema.constraint;

import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.status.Location;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The keywords for strings, whose length is counted in code points. Only the first failure is reported. */
public record StringConstraint(
        @Nullable Long maxLength, @Nullable Long minLength, String pattern, Predicate<String> patternCheck) {

    void check(Location at, String text, Findings found) {
        // A string never has more code points than code units.
        if (maxLength != null && text.length() > maxLength && length(text) > maxLength) {
            found.add(() -> FieldError.tooLong(at.toString(), maxLength));
        } else if (minLength != null && length(text) < minLength) {
            found.add(() -> invalid(at, text, "should be at least " + minLength + " chars long"));
        } else if (!pattern.isEmpty() && !patternCheck.test(text)) {
            found.add(() -> invalid(at, text, "should match '" + pattern + "'"));
        }
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    private static FieldError invalid(Location at, String text, String problem) {
        String path = at.toString();
        return FieldError.invalid(path, new JsonString(text), path + " in body " + problem);
    }
}

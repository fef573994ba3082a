package dev.chartroom.adapters.cel.library;

import static dev.cel.common.types.SimpleType.BOOL;
import static dev.cel.common.types.SimpleType.INT;
import static dev.cel.common.types.SimpleType.STRING;
import static dev.chartroom.adapters.cel.type.RuntimeTypes.SEMVER;

import dev.chartroom.adapters.cel.type.SemanticVersion;
import dev.chartroom.adapters.cel.value.CelFailure;

/** Kubernetes' library for semantic versions. */
public final class Semvers {
    private Semvers() {}

    public static Library library() {
        return new Library()
                .global("semver", "string_to_semver", Semvers::parse, SEMVER, STRING)
                .global("semver", "string_bool_to_semver", Semvers::parse, SEMVER, STRING, BOOL)
                .global("isSemver", "is_semver_string", Semvers::isSemver, BOOL, STRING)
                .global("isSemver", "is_semver_string_bool", Semvers::isSemver, BOOL, STRING, BOOL)
                .member("isGreaterThan", "semver_is_greater_than", a -> compare(a) > 0, BOOL, SEMVER, SEMVER)
                .member("isLessThan", "semver_is_less_than", a -> compare(a) < 0, BOOL, SEMVER, SEMVER)
                .member("compareTo", "semver_compare_to", a -> (long) Integer.signum(compare(a)), INT, SEMVER, SEMVER)
                .member("major", "semver_major", a -> version(a[0]).major().longValue(), INT, SEMVER)
                .member("minor", "semver_minor", a -> version(a[0]).minor().longValue(), INT, SEMVER)
                .member("patch", "semver_patch", a -> version(a[0]).patch().longValue(), INT, SEMVER);
    }

    private static SemanticVersion version(Object value) {
        return (SemanticVersion) value;
    }

    private static int compare(Object[] arguments) {
        return version(arguments[0]).compareTo(version(arguments[1]));
    }

    private static SemanticVersion parse(Object[] arguments) {
        return arguments.length > 1 && Boolean.TRUE.equals(arguments[1])
                ? SemanticVersion.parseLeniently((String) arguments[0])
                : SemanticVersion.parse((String) arguments[0]);
    }

    private static boolean isSemver(Object[] arguments) {
        try {
            return parse(arguments) != null;
        } catch (CelFailure _) {
            return false;
        }
    }
}

package dev.chartroom.domain.kind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.FieldError;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeletionPolicyTest {
    private static final String PROTECTED =
            "the object is protected from deletion; to delete it, set the annotation chartroom.dev/deletion-protection=false";
    private static final String SUSPENDED = "its release redis-a is suspended, and Flux deletes a suspended release"
            + " without an uninstall; resume the HelmRelease first: set its spec.suspend to false";

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // protected by the kind, annotation, is terminating, is refused
                "false, -, false, false",
                "false, false, false, false",
                "false, true, false, true",
                "true, -, false, true",
                "true, true, false, true",
                "true, false, false, false",
                "true, -, true, false",
                "false, true, true, false",
                // A direct edit of the release can set any value.
                "false, yes, false, true",
                "false, '', false, true",
                "false, FALSE, false, true",
            })
    void annotationOverridesTheProtectionOfTheKind(
            boolean kind, @Nullable String annotation, boolean isTerminating, boolean isRefused) {
        DeletionPolicy policy = new DeletionPolicy(false, kind, false);

        assertThat(policy.refusal(object(annotation, isTerminating), Optional.empty()))
                .isEqualTo(isRefused ? Optional.of(PROTECTED) : Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({
        // retains, refuses suspended, is suspended, is terminating, is refused
        "false, false, true, false, false",
        "false, true, false, false, false",
        "false, true, true, false, true",
        "false, true, true, true, false",
        "true, true, true, false, false",
    })
    void suspendedReleaseIsRefusedOnlyIfItsResourcesAreNotRetained(
            boolean retains, boolean refuses, boolean isSuspended, boolean isTerminating, boolean isRefused) {
        DeletionPolicy policy = new DeletionPolicy(retains, false, refuses);

        assertThat(policy.refusal(object(null, isTerminating), release(isSuspended)))
                .isEqualTo(isRefused ? Optional.of(SUSPENDED) : Optional.empty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "false | false | -",
                "true | false | -",
                "true | true | the resources of release redis-a stay: the kind retains them",
                "false | true | release redis-a is suspended: Flux deletes it without an uninstall, so its resources stay",
            })
    void warningSaysWhyResourcesStay(boolean retains, boolean isKept, @Nullable String warning) {
        assertThat(new DeletionPolicy(retains, false, false).warning(release(isKept)))
                .isEqualTo(Optional.ofNullable(warning));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // before the write, in the write, is valid
                "-, -, true",
                "-, true, true",
                "-, false, true",
                "true, -, true",
                "-, yes, false",
                "-, '', false",
                "true, True, false",
                "yes, yes, true",
                "yes, no, false",
            })
    void onlyANewUnknownValueOfTheAnnotationIsAnError(
            @Nullable String before, @Nullable String after, boolean isValid) {
        Optional<FieldError> error = DeletionPolicy.annotationError(object(after, false), object(before, false));

        assertThat(error)
                .isEqualTo(
                        isValid
                                ? Optional.empty()
                                : Optional.of(new FieldError(
                                        FieldError.Type.NOT_SUPPORTED,
                                        "metadata.annotations[chartroom.dev/deletion-protection]",
                                        "Unsupported value: \"" + after
                                                + "\": supported values: \"true\", \"false\"")));
    }

    private static Optional<String> release(boolean exists) {
        return exists ? Optional.of("redis-a") : Optional.empty();
    }

    private static ObjectMeta object(@Nullable String annotation, boolean isTerminating) {
        return ObjectMeta.of("ns", "a").toBuilder()
                .annotations(annotation == null ? Map.of() : Map.of(DeletionPolicy.ANNOTATION, annotation))
                .deletionTimestamp(isTerminating ? Instant.parse("2026-01-02T03:04:05Z") : null)
                .build();
    }
}

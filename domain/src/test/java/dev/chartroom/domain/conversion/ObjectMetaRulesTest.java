package dev.chartroom.domain.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.validation.Finalizers;
import dev.chartroom.apimachinery.validation.ObjectMetaRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each folder in {@code src/test/resources/validation} is a case. apimachinery v0.36.3 wrote {@code errors.txt}: for
 * {@code create-*} by its validation of a custom resource's {@code metadata.json}, for {@code update-*} by all
 * validation of an update of {@code live.json}.
 */
class ObjectMetaRulesTest {
    private static List<FieldError> validate(ObjectMeta metadata) {
        return ObjectMetaRules.validate(metadata, name -> NameRules.check(TestKinds.redis(), name));
    }

    private static final Path CASES = Path.of("src/test/resources/validation");
    private static final ObjectMeta LIVE = ObjectMeta.of("ns", "a").toBuilder()
            .uid("u")
            .resourceVersion("1")
            .generation(3)
            .creationTimestamp(Instant.parse("2026-01-02T03:04:05Z"))
            .build();

    @ParameterizedTest
    @MethodSource("creates")
    void invalidMetadataOnCreateGetsTheErrorsOfACustomResource(String name) throws IOException {
        assertThat(texts(validate(metadata(name, "metadata.json")))).isEqualTo(errors(name));
    }

    @ParameterizedTest
    @MethodSource("updates")
    void changedMetadataHasTheErrorsOfACustomResource(String name) throws IOException {
        assertThat(texts(ObjectMetaRules.validateUpdate(metadata(name, "metadata.json"), metadata(name, "live.json"))))
                .isEqualTo(errors(name));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1"})
    void annotationKeysAndValuesAreLimitedTo256Kibibytes(int more, int errors) {
        ObjectMeta metadata = LIVE.toBuilder()
                .annotations(Map.of("Key", "ü".repeat(128 * 1024 - 2) + "a".repeat(1 + more)))
                .build();

        assertThat(texts(validate(metadata)))
                .hasSize(errors)
                .allMatch("metadata.annotations: Too long: may not be more than 262144 bytes"::equals);
    }

    @ParameterizedTest
    @CsvSource({"a.b, a DNS-1035 label must consist of", "0a, a DNS-1035 label must consist of"})
    void nameOfACustomResourceMustAlsoBeADns1035Label(String name, String problem) {
        assertThat(texts(validate(ObjectMeta.of("ns", name))))
                .singleElement()
                .asString()
                .contains(problem);
    }

    @Test
    void settledUpdateKeepsServerOwnedFields() {
        ObjectMeta live = LIVE.toBuilder()
                .deletionTimestamp(Instant.parse("2026-02-02T03:04:05Z"))
                .deletionGracePeriodSeconds(0L)
                .build();
        ObjectMeta submitted = ObjectMeta.of("ns", "a").toBuilder()
                .resourceVersion("1")
                .generation(9)
                .creationTimestamp(Instant.EPOCH)
                .deletionTimestamp(Instant.EPOCH)
                .labels(Map.of("a", "b"))
                .build();

        assertThat(ObjectMetaRules.settled(submitted, live))
                .isEqualTo(live.toBuilder().labels(Map.of("a", "b")).build());
    }

    @Test
    void settledUpdateKeepsChangesThatValidationRejects() {
        ObjectMeta submitted = LIVE.toBuilder()
                .uid("other")
                .deletionTimestamp(Instant.EPOCH)
                .deletionGracePeriodSeconds(5L)
                .build();

        assertThat(ObjectMetaRules.settled(submitted, LIVE)).isEqualTo(submitted);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "example.com/a | ''",
                "orphan | ''",
                "kubernetes | ''",
                "plain | metadata.finalizers: \"plain\": prefer a domain-qualified finalizer name to avoid accidental"
                        + " conflicts with other finalizer writers",
                "a.com | metadata.finalizers: \"a.com\": prefer a domain-qualified finalizer name including a path (/)"
                        + " to avoid accidental conflicts with other finalizer writers",
                "known | ''",
            })
    void newFinalizerWithoutADomainProducesAWarning(String finalizer, String warning) {
        ObjectMeta live = LIVE.toBuilder().finalizers(List.of("known")).build();
        ObjectMeta next =
                LIVE.toBuilder().finalizers(List.of("known", finalizer)).build();

        assertThat(String.join(";", Finalizers.warnings(next, live))).isEqualTo(warning);
    }

    @Test
    void newObjectHasSortedWarningsForAllFinalizers() {
        ObjectMeta next = LIVE.toBuilder().finalizers(List.of("b", "a b", "a")).build();

        assertThat(Finalizers.warnings(next, null))
                .extracting(warning -> warning.substring(0, warning.indexOf(": ", 22)))
                .containsExactly(
                        "metadata.finalizers: \"a\"",
                        "metadata.finalizers: \"a b\"",
                        "metadata.finalizers: \"a b\"",
                        "metadata.finalizers: \"b\"");
    }

    static List<String> creates() throws IOException {
        return cases("create-");
    }

    static List<String> updates() throws IOException {
        return cases("update-");
    }

    private static List<String> cases(String prefix) throws IOException {
        try (Stream<Path> folders = Files.list(CASES)) {
            List<String> cases = folders.map(folder -> folder.getFileName().toString())
                    .filter(name -> name.startsWith(prefix))
                    .sorted()
                    .toList();
            assertThat(cases).as("cases of %s in %s", prefix, CASES).hasSizeGreaterThan(2);
            return cases;
        }
    }

    private static ObjectMeta metadata(String name, String file) {
        return ObjectMeta.fromJson(TestJson.readObject(CASES.resolve(name).resolve(file)));
    }

    private static List<String> errors(String name) throws IOException {
        return Files.readAllLines(CASES.resolve(name).resolve("errors.txt"));
    }

    private static List<String> texts(List<FieldError> errors) {
        return errors.stream().map(FieldError::toString).toList();
    }
}

package dev.chartroom.adapters.kubernetes.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.ports.storage.Kinds;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the index finds the same kinds as a check of each kind. */
class ReleasedKindsTest {
    private static final List<ApplicationKind> KINDS = List.of(
            kind("Redis", "redis-"),
            kind("Large", "redis-large-"),
            kind("Twin", "redis-"),
            kind("Plain", ""),
            kind("Letter", "r"));
    private static final ReleasedKinds FOUND = new ReleasedKinds(KINDS);

    @ParameterizedTest
    @ValueSource(strings = {"redis-a", "redis-large-a", "redis-large-", "redis-", "r", "ra", "a", "", "redis"})
    void kindsAreFoundByTheNameOfARelease(String name) {
        JsonObject release = Releases.withMetadata(Releases.redis("a", "5"), "name", name);

        assertThat(FOUND.namedAs(release))
                .containsExactlyInAnyOrderElementsOf(KINDS.stream()
                        .filter(kind -> ReleaseConverter.isNamedAsOf(kind, release))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"Redis", "Large", "Twin", "Plain", "Letter", "Unknown", ""})
    void kindIsFoundByTheLabelsOfARelease(String label) {
        for (String name : List.of("redis-a", "redis-large-a", "b", "r")) {
            JsonObject release = Releases.withLabel(
                    Releases.withMetadata(Releases.redis("a", "5"), "name", name),
                    Kinds.GROUP + "/application.kind",
                    label);
            Stream<ApplicationKind> expected = KINDS.stream().filter(kind -> ReleaseConverter.isOf(kind, release));

            assertThat(FOUND.of(release)).as(name).containsExactlyElementsOf(expected.toList());
        }
    }

    private static ApplicationKind kind(String name, String prefix) {
        String plural = name.toLowerCase(Locale.ROOT) + "s";
        return new ApplicationKind(
                Kinds.GROUP,
                "v1alpha1",
                new KindNames(name, name + "List", plural, name.toLowerCase(Locale.ROOT), List.of(), List.of()),
                "",
                Kinds.redis().schema(),
                ReleaseTemplate.builder(prefix, Kinds.redis().release().chart()).build());
    }
}

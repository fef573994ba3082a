package dev.chartroom.domain.conversion;

import static dev.chartroom.domain.conversion.RequestAnnotations.json;
import static dev.chartroom.domain.conversion.RequestAnnotations.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A kind that is marked with "force" allows forced upgrades. */
class ReleaseAnnotationsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''    | own:note=1 foreign=2                | note=1
            ''    | requestedAt=1 resetAt=2             | requestedAt=1 resetAt=2
            ''    | own:requestedAt=1                   | requestedAt=1
            ''    | own:requestedAt=1 requestedAt=2     | requestedAt=2
            ''    | own:watch=1 watch=2                 | watch=1
            ''    | forceAt=1                           | ''
            ''    | own:forceAt=1 forceAt=2             | forceAt=1
            force | forceAt=1                           | forceAt=1
            force | own:forceAt=1 forceAt=2             | forceAt=2
            """)
    void applicationShowsItsAnnotationsAndItsRequests(String kind, String onRelease, String shown) {
        assertThat(ReleaseAnnotations.shown(kind(kind), json(onRelease))).isEqualTo(map(shown));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # kind, on the release before, on the Application, on the release after
            ''    | other=1                             | requestedAt=1 note=2      | other=1 requestedAt=1 own:note=2
            ''    | requestedAt=1 resetAt=1             | requestedAt=2             | requestedAt=2
            ''    | requestedAt=1 own:note=1            | ''                        | ''
            # A request from an older version stays until it changes.
            ''    | own:requestedAt=1 own:note=1        | requestedAt=1 note=2      | own:requestedAt=1 own:note=2
            ''    | own:requestedAt=1                   | requestedAt=2             | requestedAt=2
            ''    | own:requestedAt=1 requestedAt=2     | requestedAt=3             | requestedAt=3
            ''    | own:requestedAt=1 requestedAt=2     | ''                        | ''
            ''    | own:watch=1                         | watch=1 note=1            | own:watch=1 own:note=1
            ''    | own:watch=1 watch=2                 | ''                        | watch=2
            # Without the permission, a request to force an upgrade does not reach Flux.
            ''    | ''                                  | forceAt=1                 | own:forceAt=1
            ''    | forceAt=1                           | note=1                    | forceAt=1 own:note=1
            ''    | own:forceAt=1                       | requestedAt=1             | requestedAt=1
            ''    | requestedAt=1 forceAt=2             | requestedAt=2             | requestedAt=2
            ''    | requestedAt=2 forceAt=2             | requestedAt=2 resetAt=2   | requestedAt=2 forceAt=2 resetAt=2
            force | ''                                  | requestedAt=1 forceAt=1   | requestedAt=1 forceAt=1
            force | requestedAt=1 forceAt=1             | requestedAt=1             | requestedAt=1
            force | own:forceAt=1                       | forceAt=2                 | forceAt=2
            """)
    void changedAnnotationsAreReplaced(String kind, String before, String next, String after) {
        JsonObject replaced = ReleaseAnnotations.replaced(kind(kind), json(before), map(next));

        assertThat(replaced).isEqualTo(json(after));
        assertThat(ReleaseAnnotations.replaced(kind(kind), replaced, map(next))).isEqualTo(replaced);
    }

    @ParameterizedTest
    @CsvSource({"'', own:forceAt=1 own:requestedAt=1 forceAt=2", "force, own:note=1 forceAt=2 requestedAt=2"})
    void unchangedAnnotationsStayAsTheyAre(String kind, String onRelease) {
        JsonObject before = json(onRelease);

        assertThat(ReleaseAnnotations.replaced(kind(kind), before, ReleaseAnnotations.shown(kind(kind), before)))
                .isSameAs(before);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # kind, on the release before, on the object, on the release after
            ''    | ''                                  | requestedAt=1 note=2      | own:requestedAt=1 requestedAt=1 own:note=2
            ''    | own:requestedAt=1 requestedAt=1     | requestedAt=2             | own:requestedAt=2 requestedAt=2
            ''    | own:requestedAt=1 requestedAt=1     | ''                        | ''
            # A request on the release itself stays until the object's request changes.
            ''    | requestedAt=9                       | note=1                    | requestedAt=9 own:note=1
            ''    | own:requestedAt=1 requestedAt=9     | requestedAt=1             | own:requestedAt=1 requestedAt=9
            ''    | own:requestedAt=1 requestedAt=9     | requestedAt=2             | own:requestedAt=2 requestedAt=2
            ''    | own:requestedAt=1 requestedAt=9     | ''                        | requestedAt=9
            # An older version has projected it with the prefix.
            ''    | own:requestedAt=1                   | requestedAt=1             | own:requestedAt=1
            ''    | ''                                  | forceAt=1 watch=1         | own:forceAt=1 own:watch=1
            force | ''                                  | forceAt=1                 | own:forceAt=1 forceAt=1
            """)
    void requestOfAnObjectInAnotherStoreIsProjectedWhenItChanges(
            String kind, String before, String next, String after) {
        JsonObject projected = ReleaseAnnotations.projected(kind(kind), json(before), map(next));

        assertThat(projected).isEqualTo(json(after));
        assertThat(ReleaseAnnotations.projected(kind(kind), projected, map(next)))
                .isEqualTo(projected);
    }

    private static ApplicationKind kind(String permission) {
        return permission.equals("force")
                ? TestKinds.of(JsonObject.of("allowForce", JsonBoolean.TRUE))
                : TestKinds.redis();
    }
}

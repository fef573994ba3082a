package dev.chartroom.adapters.kubernetes.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RecentReleasesTest {
    private static final int SIZE = 10;
    private final RecentReleases recents = new RecentReleases(32 * SIZE);

    @Test
    void latestStateIsKept_inAnyOrderOfArrival() {
        put("a", 5, 'x');
        put("a", 7, 'y');
        put("a", 6, 'z');

        assertThat(found("a")).isEqualTo('y');
    }

    @Test
    void removedRelease_isForgotten() {
        put("a", 5, 'x');
        recents.remove(release("a", 6));

        assertThat(recents.find(name("a"))).isNull();
    }

    /** A watch may report a deletion late, after the name was used again. */
    @Test
    void deletionOfAnEarlierRelease_isIgnored() {
        put("a", 5, 'x');
        recents.remove(release("a", 4));

        assertThat(found("a")).isEqualTo('x');
    }

    @Test
    void leastRecentlyPutReleases_areEvictedFirst() {
        for (int i = 0; i < 32; i++) {
            put("r" + i, i, 'x');
        }
        put("r0", 40, 'y');
        put("r32", 41, 'z');

        assertThat(recents.find(name("r1"))).isNull();
        assertThat(found("r0")).isEqualTo('y');
        assertThat(found("r2")).isEqualTo('x');
    }

    /** A large release would evict all others. Its previous state is no longer the latest, so it is dropped. */
    @Test
    void largeRelease_isNotKept() {
        put("a", 5, 'x');
        put("b", 6, 'x');
        recents.put(release("a", 7), new byte[2 * SIZE + 1]);

        assertThat(recents.find(name("a"))).isNull();
        assertThat(found("b")).isEqualTo('x');
    }

    @Test
    void withoutRoom_nothingIsKept() {
        RecentReleases none = new RecentReleases(0);
        none.put(release("a", 5), new byte[] {1});

        assertThat(none.find(name("a"))).isNull();
    }

    private void put(String name, int version, char content) {
        byte[] json = new byte[SIZE];
        json[0] = (byte) content;
        recents.put(release(name, version), json);
    }

    private char found(String name) {
        return (char) Objects.requireNonNull(recents.find(name(name)), "it is not kept")[0];
    }

    private static NamespacedName name(String name) {
        return new NamespacedName("ns", name);
    }

    private static JsonObject release(String name, int version) {
        return JsonObject.of(
                "metadata",
                JsonObject.builder()
                        .put("name", name)
                        .put("namespace", "ns")
                        .put("resourceVersion", Integer.toString(version))
                        .build());
    }
}

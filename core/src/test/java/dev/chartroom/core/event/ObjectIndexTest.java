package dev.chartroom.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.domain.release.InventoryEntry;
import dev.chartroom.ports.event.EventSubject;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ObjectIndexTest {
    private static final Instant NOW = TestEvents.NOW;
    private static final EventSubject CART =
            new EventSubject("apps.example.com/v1", "Redis", TestEvents.NAMESPACE, "cart", "u");

    private final ObjectIndex index = new ObjectIndex();

    @Test
    void namespaceExpires() {
        assertThat(index.isCurrent("a", NOW)).isFalse();
        index.put("a", objects("a", 1), NOW);
        index.put("empty", Map.of(), NOW);

        assertThat(index.isCurrent("a", NOW.plus(ObjectIndex.LIFETIME).minusMillis(1)))
                .isTrue();
        assertThat(index.isCurrent("a", NOW.plus(ObjectIndex.LIFETIME))).isFalse();
        assertThat(index.isCurrent("empty", NOW.plus(ObjectIndex.EMPTY_LIFETIME).minusMillis(1)))
                .isTrue();
        assertThat(index.isCurrent("empty", NOW.plus(ObjectIndex.EMPTY_LIFETIME)))
                .isFalse();
    }

    @Test
    void namespaceThatWasReadFirstIsDroppedFirst() {
        int half = ObjectIndex.MAX_OBJECTS / 2;
        index.put("a", objects("a", half - 10), NOW);
        index.put("b", objects("b", half - 10), NOW);
        index.put("a", objects("a", half - 10), NOW);
        index.put("c", objects("c", 100), NOW);

        assertThat(index.find(object("a", 0))).hasValue(CART);
        assertThat(index.isCurrent("b", NOW)).isFalse();
        assertThat(index.find(object("c", 0))).hasValue(CART);
    }

    @Test
    void namespaceWithTooManyObjectsHasNone() {
        index.put("a", objects("a", ObjectIndex.MAX_OBJECTS), NOW);

        assertThat(index.isCurrent("a", NOW)).isTrue();
        assertThat(index.find(object("a", 0))).isEmpty();
    }

    private static Map<InventoryEntry, EventSubject> objects(String namespace, int number) {
        return IntStream.range(0, number).boxed().collect(Collectors.toMap(each -> object(namespace, each), _ -> CART));
    }

    private static InventoryEntry object(String namespace, int number) {
        return new InventoryEntry(namespace, "n" + number, "apps", "Deployment");
    }
}

package dev.chartroom.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.ports.event.ClusterEvent;
import dev.chartroom.ports.event.EventSubject;
import dev.chartroom.ports.event.MirroredEvent;
import dev.chartroom.ports.event.Occurrences;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EventMirroringTest {
    private static final EventSubject CART =
            new EventSubject("apps.example.com/v1", "Redis", TestEvents.NAMESPACE, "cart", "uid-cart");
    private static final EventSubject RELEASE = TestEvents.release("redis-cart", "uid-cart");

    @Test
    void eventOfAReleaseIsRepeatedUnchanged() {
        ClusterEvent original = TestEvents.event("e", RELEASE, 3);

        MirroredEvent mirrored = EventMirroring.mirrored(original, CART);

        assertThat(mirrored)
                .isEqualTo(new MirroredEvent(
                        mirrored.name(),
                        "e",
                        CART,
                        "Warning",
                        "Failed",
                        "it failed",
                        "helm-controller",
                        new Occurrences(TestEvents.NOW, TestEvents.NOW, 3)));
        assertThat(mirrored.name()).matches("cart\\.[0-9a-f]{16}");
    }

    @Test
    void messageAboutAnObjectBeginsWithTheObject() {
        assertThat(EventMirroring.mirrored(TestEvents.event("e", TestEvents.deployment("redis-cart"), 1), CART)
                        .message())
                .isEqualTo("Deployment redis-cart: it failed");
    }

    @Test
    void nameDependsOnlyOnTheOriginalAndTheApplication() {
        String name = name("e", 1, CART);

        assertThat(name("e", 7, CART)).isEqualTo(name);
        assertThat(Stream.of(name("f", 1, CART), name("e", 1, application("cart", "another uid"))))
                .doesNotContain(name);
    }

    @Test
    void longNamesAndMessagesAreTruncated() {
        ClusterEvent original = new ClusterEvent(
                "e",
                RELEASE,
                "Normal",
                "Done",
                "x".repeat(2_000),
                "helm-controller",
                "",
                new Occurrences(TestEvents.NOW, TestEvents.NOW, 1));

        MirroredEvent mirrored = EventMirroring.mirrored(original, application("a".repeat(199) + "-b", "u"));

        assertThat(mirrored.message()).hasSize(1024).endsWith("x...");
        assertThat(mirrored.name()).matches("a{199}\\.[0-9a-f]{16}");
    }

    private static String name(String uid, long count, EventSubject application) {
        return EventMirroring.mirrored(TestEvents.event(uid, RELEASE, count), application)
                .name();
    }

    private static EventSubject application(String name, String uid) {
        return new EventSubject("apps.example.com/v1", "Redis", TestEvents.NAMESPACE, name, uid);
    }
}

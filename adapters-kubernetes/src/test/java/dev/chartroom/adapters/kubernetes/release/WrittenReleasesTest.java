package dev.chartroom.adapters.kubernetes.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.kubernetes.client.FakeApiServer;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WriteOptions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that the response and the event of a write share one converted object. */
class WrittenReleasesTest {
    private final FakeApiServer server = new FakeApiServer();
    private final RecentReleases recents = new RecentReleases(1 << 24);
    private final HelmReleaseStore store = new HelmReleaseStore(server.http(), new JacksonCodec(), recents);
    private final GroupEventReader events =
            new GroupEventReader(List.of(Kinds.redis()), new JacksonCodec(), new UnreadableReleases(), recents, false);

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void eventOfAWriteIsNotConvertedAgain() {
        StoredApplication written = create(Releases.redis("cart", "7"), new WriteOptions(false, ""));

        assertThat(told(Releases.redis("cart", "7"))).isSameAs(written.served());
    }

    @Test
    void writeIsNotConvertedAgainAfterItsEvent() {
        ServedApplication told = told(Releases.redis("cart", "7"));

        assertThat(create(Releases.redis("cart", "7"), new WriteOptions(false, ""))
                        .served())
                .isSameAs(told);
    }

    @Test
    void eventOfAnotherStateIsConverted() {
        StoredApplication written = create(Releases.redis("cart", "7"), new WriteOptions(false, ""));

        ServedApplication told = told(Releases.redis("cart", "8"));

        assertThat(told).isNotSameAs(written.served());
        assertThat(told.resourceVersion()).isEqualTo("8");
    }

    /** A dry run returns the resource version of the state that it would have changed. */
    @Test
    void dryRunNeitherReusesNorReplacesTheKeptObject() {
        ServedApplication known = told(Releases.redis("cart", "7"));

        StoredApplication dry = create(Releases.redis("cart", "7"), new WriteOptions(true, ""));
        ServedApplication again = told(Releases.redis("cart", "7"));

        assertThat(dry.served()).isNotSameAs(known);
        assertThat(again).isSameAs(known);
    }

    /** The kube-apiserver answers such a write with the resource version of the previous state. */
    @Test
    void removalOfTheLastFinalizerDoesNotReuseThePreviousObject() {
        JsonObject terminating =
                Releases.withMetadata(Releases.redis("cart", "7"), "deletionTimestamp", "2026-01-02T03:04:05Z");
        JsonObject metadata = terminating.objectOrEmpty("metadata");
        ServedApplication before = told(terminating.with(
                "metadata", metadata.with("finalizers", JsonArray.ofStrings(List.of("example.com/hold")))));

        StoredApplication gone = create(terminating, new WriteOptions(false, ""));

        assertThat(gone.served()).isNotSameAs(before);
    }

    @Test
    void onlyTheLatestReleasesAreKept() {
        ServedApplication first = told(Releases.redis("cart", "7"));
        for (int i = 0; i < 128; i++) {
            told(Releases.redis("cart-" + i, Integer.toString(8 + i)));
        }

        assertThat(told(Releases.redis("cart", "7"))).isNotSameAs(first);
    }

    private StoredApplication create(JsonObject release, WriteOptions options) {
        server.answer(201, release.toString());
        return store.create(Kinds.redis(), Releases.application("cart"), options);
    }

    private ServedApplication told(JsonObject release) {
        byte[] line = Releases.event("MODIFIED", release).getBytes(StandardCharsets.UTF_8);
        return events.read(line).stream()
                .filter(WatchEvent.Modified.class::isInstance)
                .map(event -> ((WatchEvent.Modified<ServedApplication>) event).object())
                .findFirst()
                .orElseThrow();
    }
}

package dev.chartroom.core.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationListerWatcher;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationTarget;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ObjectVersions;
import dev.chartroom.ports.storage.ObjectVersions.ObjectVersion;
import dev.chartroom.ports.storage.Selection;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.TextCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CopiedObjectsTest {
    private static final NamespacedName A = new NamespacedName("team-a", "x");
    private static final NamespacedName B = new NamespacedName("team-b", "x");

    private final ApplicationKind redis = Kinds.redis();
    private final ApplicationListerWatcher feed = mock(ApplicationListerWatcher.class);
    private final ApplicationStore store = mock(ApplicationStore.class);
    private final ApplicationTarget target = mock(ApplicationTarget.class);
    private final Map<String, ObjectVersions> lists = new ConcurrentHashMap<>();
    private final List<NamespacedName> put = new ArrayList<>();
    private final CopiedObjects objects = new CopiedObjects(
            redis, new MigratedStore("a", store, feed, target), new MigratedStore("b", store, feed, target));

    @BeforeEach
    void prepare() {
        AtomicLong versions = new AtomicLong(1_000);
        when(feed.latest(any())).thenReturn(Optional.empty());
        when(feed.versions(any(), any()))
                .thenAnswer(call -> lists.get(call.<Selection>getArgument(1).namespace()));
        when(target.put(any(), any())).thenAnswer(call -> {
            Application given = call.getArgument(1);
            put.add(given.metadata().namespacedName());
            return stored(given.metadata().namespacedName(), versions.incrementAndGet());
        });
    }

    @Test
    void objectChangedAfterTheListIsCopiedInTheNextRound() {
        listed("", 3, Map.of(A, 1L, B, 2L));
        objects.round();
        put.clear();
        listed("", 10, Map.of(A, 5L, B, 6L));
        when(store.find(redis, A)).thenReturn(Optional.of(stored(A, 11)));

        assertThat(objects.round().unsettled()).isEqualTo(1);
        assertThat(put).containsExactly(B);

        listed("", 11, Map.of(A, 11L, B, 6L));
        assertThat(objects.round().unsettled()).isZero();
        assertThat(put).containsExactly(B, A);
    }

    @Test
    void unsettledObjectsAreReadByName() {
        listed("", 3, Map.of(A, 1L, B, 2L));
        objects.round();
        put.clear();
        listed("", 10, Map.of(A, 5L, B, 6L));
        when(store.find(redis, A)).thenReturn(Optional.of(stored(A, 11)));
        when(store.find(redis, B)).thenReturn(Optional.of(stored(B, 12)));
        assertThat(objects.round().unsettled()).isEqualTo(2);

        when(store.find(redis, B)).thenReturn(Optional.empty());
        assertThat(objects.roundOfUnsettled().unsettled()).isZero();

        assertThat(put).containsExactly(A);
        verify(target).remove(redis, B);
    }

    /** Sets the versions that lists of a namespace return, and the current states of these objects. */
    private void listed(String namespace, long state, Map<NamespacedName, Long> versions) {
        lists.put(
                namespace,
                new ObjectVersions(
                        new ResourceVersion(state),
                        versions.entrySet().stream()
                                .map(version -> new ObjectVersion(version.getKey(), Long.toString(version.getValue())))
                                .toList()));
        versions.forEach(
                (name, version) -> when(store.find(redis, name)).thenReturn(Optional.of(stored(name, version))));
    }

    private StoredApplication stored(NamespacedName name, long version) {
        ObjectMeta metadata = ObjectMeta.of(name.namespace(), name.name()).toBuilder()
                .resourceVersion(Long.toString(version))
                .build();
        return new StoredApplication(
                redis, new Application(redis.gvk(), metadata, Kinds.replicas(1), JsonObject.EMPTY), new TextCodec());
    }
}

package dev.chartroom.core.watchcache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.watch.WatchWindow;
import dev.chartroom.core.watch.CacheWatcher;
import dev.chartroom.core.watch.Change;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.ports.storage.Selection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangeLogTest {
    private static final GroupResource REDISES = new GroupResource("apps.example.com", "redises");

    private final ChangeLog log = new ChangeLog(new WatchWindow.Bounds(10, Duration.ofMinutes(1)));
    private long version;

    @Test
    void changeIsOfferedOnlyToWatchesThatSelectItsObject() {
        CacheWatcher all = watch("", "");
        CacheWatcher ofNamespace = watch("tenant-a", "");
        CacheWatcher ofOne = watch("tenant-a", "metadata.name=cart");
        CacheWatcher ofName = watch("", "metadata.name=cart");
        watch("tenant-b", "");
        watch("tenant-b", "metadata.name=cart");
        watch("", "metadata.name=shop");
        watch("tenant-a", "metadata.name=shop");

        assertThat(changed("tenant-a", "cart")).containsExactlyInAnyOrder(all, ofNamespace, ofOne, ofName);
        assertThat(changed("tenant-a", "other")).containsExactlyInAnyOrder(all, ofNamespace);
    }

    @Test
    void watchWithInequalityOnNameIsOfferedEveryChange() {
        CacheWatcher others = watch("", "metadata.name!=cart");

        assertThat(changed("tenant-a", "shop")).containsExactly(others);
        assertThat(changed("tenant-a", "cart")).containsExactly(others);
    }

    @Test
    void forgottenWatchIsOfferedNoChanges() {
        Selection selection = selection("tenant-a", "metadata.name=cart");
        CacheWatcher watch = watch("tenant-a", "metadata.name=cart");

        log.forget(ChangeLog.Watched.of(REDISES, selection), watch);

        assertThat(changed("tenant-a", "cart")).isEmpty();
        assertThat(log.watches()).isZero();
    }

    private List<CacheWatcher> changed(String namespace, String name) {
        version++;
        return log.add(REDISES, new NamespacedName(namespace, name), new Change(version, null, null), Instant.EPOCH);
    }

    private CacheWatcher watch(String namespace, String fieldSelector) {
        Selection selection = selection(namespace, fieldSelector);
        CacheWatcher watch = new CacheWatcher(
                selection,
                ResourceVersion.ZERO,
                new PendingChanges(1_000, 1_000),
                Clock.systemUTC(),
                Duration.ZERO,
                _ -> null,
                _ -> {});
        log.add(ChangeLog.Watched.of(REDISES, selection), watch);
        return watch;
    }

    private static Selection selection(String namespace, String fieldSelector) {
        return new Selection(namespace, LabelSelector.EVERYTHING, FieldSelector.parse(fieldSelector));
    }
}

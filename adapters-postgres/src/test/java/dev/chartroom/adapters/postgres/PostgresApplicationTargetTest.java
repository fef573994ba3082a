package dev.chartroom.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationTarget;
import dev.chartroom.ports.storage.ApplicationTargetContract;
import dev.chartroom.ports.storage.ObjectVersions;
import dev.chartroom.ports.storage.ObjectVersions.ObjectVersion;
import dev.chartroom.ports.storage.Selection;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PostgresApplicationTargetTest extends ApplicationTargetContract {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static PostgresStorage storage;

    @BeforeAll
    static void open() {
        storage = PostgresServer.open(PostgresServer.settings());
    }

    @AfterAll
    static void close() {
        storage.close();
    }

    @Override
    protected ApplicationStore store() {
        return storage.store();
    }

    @Override
    protected ApplicationTarget target() {
        return storage.target();
    }

    @Override
    protected String emptyNamespace() {
        return "ns-" + NAMESPACES.incrementAndGet();
    }

    @Test
    void versionsContainOnlyCurrentObjects() {
        StoredApplication a = storage.target().put(redis, brought("a"));
        StoredApplication b = update(create("b", spec(1)), spec(2));
        create("gone", spec(1));
        delete("gone");

        ObjectVersions all = versions("", "");

        assertThat(all.objects()).containsExactlyInAnyOrder(of(a), of(b));
        assertThat(all.resourceVersion().number()).isGreaterThan(version(b));
        assertThat(versions("team=a", "").objects()).containsExactly(of(a));
        assertThat(versions("", "metadata.name!=a").objects()).containsExactly(of(b));
        assertThat(storage.feed()
                        .versions(redis, new Selection("nowhere", LabelSelector.EVERYTHING, FieldSelector.EVERYTHING))
                        .objects())
                .isEmpty();
    }

    private ObjectVersions versions(String labels, String fields) {
        return storage.feed()
                .versions(redis, new Selection(namespace, LabelSelector.parse(labels), FieldSelector.parse(fields)));
    }

    private static ObjectVersion of(StoredApplication object) {
        NamespacedName name = object.metadata().namespacedName();
        return new ObjectVersion(name, object.metadata().resourceVersion());
    }
}

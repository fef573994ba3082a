package dev.chartroom.core.store;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.managedfields.ConversionException;
import dev.chartroom.apimachinery.meta.GroupKind;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteOutcome;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import dev.chartroom.ports.storage.WriteOptions;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A store for all versions of a kind, in front of a store that has only the stored version. A write in another version
 * keeps the stored values that the write's version cannot express. Readers share one conversion of each object.
 */
public final class ConvertingApplicationStore implements ApplicationStore {
    private final ApplicationStore stored;

    /** @param stored the inner store; it receives kinds only in the version in which their objects are stored */
    public ConvertingApplicationStore(ApplicationStore stored) {
        this.stored = stored;
    }

    /**
     * Like {@link ApplicationStore#create}.
     *
     * @throws ApiException also Invalid, if a conversion rule has no result
     */
    @Override
    public StoredApplication create(ApplicationKind kind, Application application, WriteOptions options) {
        return stored.create(kind.stored(), converted(kind, application, null), options)
                .in(kind);
    }

    @Override
    public ServedApplication get(ApplicationKind kind, NamespacedName name, String resourceVersion) {
        return stored.get(kind.stored(), name, resourceVersion).in(kind);
    }

    @Override
    public Optional<StoredApplication> find(ApplicationKind kind, NamespacedName name) {
        return stored.find(kind.stored(), name).map(found -> found.in(kind));
    }

    @Override
    public Optional<StoredApplication> recent(ApplicationKind kind, NamespacedName name) {
        return stored.recent(kind.stored(), name).map(recent -> recent.in(kind));
    }

    @Override
    public ApplicationPage list(ApplicationKind kind, ListRequest request) {
        ApplicationPage page = stored.list(kind.stored(), request);
        return isStored(kind)
                ? page
                : new ApplicationPage(
                        page.resourceVersion(),
                        page.items().stream().map(item -> item.in(kind)).toList(),
                        page.continueToken(),
                        page.remainingItemCount());
    }

    /**
     * Like {@link ApplicationStore#update}.
     *
     * @throws ApiException also Invalid, if a conversion rule has no result
     */
    @Override
    public StoredApplication update(
            ApplicationKind kind, StoredApplication current, Application next, WriteOptions options) {
        StoredApplication before = current.stored();
        return stored.update(
                        kind.stored(),
                        before,
                        converted(kind, next, before.application().spec()),
                        options)
                .in(kind);
    }

    @Override
    public DeleteOutcome delete(ApplicationKind kind, NamespacedName name, DeleteRequest request) {
        return switch (stored.delete(kind.stored(), name, request)) {
            case DeleteOutcome.Deleted(StoredApplication last) -> new DeleteOutcome.Deleted(last.in(kind));
            case DeleteOutcome.Terminating(StoredApplication marked) -> new DeleteOutcome.Terminating(marked.in(kind));
        };
    }

    @Override
    public WatchStream watch(ApplicationKind kind, WatchRequest request) {
        WatchStream stream = stored.watch(kind.stored(), request);
        return isStored(kind) ? stream : new ConvertedWatch(stream, kind);
    }

    private static Application converted(ApplicationKind kind, Application application, @Nullable JsonObject before) {
        JsonObject spec = application.spec();
        if (isStored(kind)) {
            return application;
        }
        Application named = application.withGvk(kind.stored().gvk());
        try {
            JsonObject converted = kind.versions()
                    .convert(
                            spec == null ? JsonObject.EMPTY : spec,
                            kind.version(),
                            kind.stored().version(),
                            before);
            return spec == null && converted.isEmpty() ? named : named.withSpec(converted);
        } catch (ConversionException e) {
            throw new ApiException(new ApiError.Invalid(
                    new GroupKind(kind.group(), kind.names().kind()),
                    application.metadata().name(),
                    List.of(FieldError.invalid(
                            e.field(),
                            JsonNull.NULL,
                            "cannot be converted to version " + kind.stored().version() + ": " + e.getMessage()))));
        }
    }

    private static boolean isStored(ApplicationKind kind) {
        return kind.version().equals(kind.stored().version());
    }
}

package dev.chartroom.ports.storage;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.UnknownRemoval;
import dev.chartroom.domain.conversion.UnknownValues;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import java.util.Optional;

/** A stored object, converted to another version of its kind. */
final class ConvertedApplication extends StoredApplication {
    private final ApplicationKind kind;
    private final StoredApplication stored;

    ConvertedApplication(ApplicationKind kind, StoredApplication stored, JsonCodec codec) {
        super(kind, converted(stored.application(), kind), codec);
        this.kind = kind;
        this.stored = stored;
    }

    /** Converts a stored object to another version of its kind. The conversion never fails. */
    static Application converted(Application application, ApplicationKind kind) {
        JsonObject spec = application.spec();
        Application named = application.withGvk(kind.gvk());
        JsonObject converted = kind.versions()
                .convert(spec == null ? JsonObject.EMPTY : spec, kind.stored().version(), kind.version(), null);
        return spec == null && converted.isEmpty() ? named : named.withSpec(converted);
    }

    @Override
    public Optional<String> suspendedRelease() {
        return stored.suspendedRelease();
    }

    @Override
    public UnknownValues unknownValues() {
        return stored.unknownValues();
    }

    @Override
    public StoredApplication without(UnknownRemoval removal) {
        return stored.without(removal).in(kind);
    }

    @Override
    public StoredApplication stored() {
        return stored;
    }
}

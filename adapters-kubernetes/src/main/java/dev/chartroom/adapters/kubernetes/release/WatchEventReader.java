package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.kubernetes.client.RemoteStatus;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ServedApplication;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;

/** Converts encoded watch events of releases to events of the Applications of a kind. */
final class WatchEventReader {
    private static final System.Logger LOG = System.getLogger(WatchEventReader.class.getName());
    private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

    private final ApplicationKind kind;
    private final ReleaseDecoder releases;
    private final StatusTranslator errors;

    WatchEventReader(ApplicationKind kind, JsonCodec codec) {
        this.kind = kind;
        this.releases = new ReleaseDecoder(codec);
        this.errors = new StatusTranslator(kind, "", codec);
    }

    /** Returns the event of a line; none if it concerns no object of the kind or cannot be read. */
    List<WatchEvent<ServedApplication>> read(byte[] line) {
        return event(line).flatMap(this::read).stream().toList();
    }

    /** Decodes a line; empty if that fails. */
    Optional<JsonObject> event(byte[] line) {
        try {
            return Optional.of(releases.object(line));
        } catch (ApiException e) {
            LOG.log(
                    Level.WARNING,
                    () -> "Chartroom cannot read a watch event of a "
                            + kind.names().kind(),
                    e);
            return Optional.empty();
        }
    }

    /** Converts an event for the clients of the kind; empty if it does not concern them. */
    Optional<WatchEvent<ServedApplication>> read(JsonObject event) {
        JsonObject object = event.objectOrEmpty("object");
        return switch (event.stringOrEmpty("type")) {
            case "ADDED" -> releases.application(kind, object).map(WatchEvent.Added::new);
            case "MODIFIED" -> releases.application(kind, object).map(WatchEvent.Modified::new);
            case "DELETED" -> releases.application(kind, object).map(WatchEvent.Deleted::new);
            case "BOOKMARK" -> Optional.of(bookmark(object.objectOrEmpty("metadata")));
            case "ERROR" -> Optional.of(new WatchEvent.Failed<>(errors.errorOf(RemoteStatus.of(object))));
            default -> Optional.empty();
        };
    }

    private static WatchEvent<ServedApplication> bookmark(JsonObject metadata) {
        String end = metadata.objectOrEmpty("annotations").stringOrEmpty(INITIAL_EVENTS_END);
        return new WatchEvent.Bookmark<>(metadata.stringOrEmpty("resourceVersion"), end.equals("true"));
    }
}

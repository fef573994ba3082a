package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.release.Endpoint;
import dev.chartroom.domain.subresource.EndpointKind;
import dev.chartroom.domain.subresource.Subresource;
import java.util.ArrayList;
import java.util.List;

/**
 * Shows the addresses of those objects of a release that the definition includes, in the namespace of the object. Users
 * need no right on these objects.
 */
public record ReleaseAccess(OwnObjects objects) implements ApplicationView {
    private static final List<TableColumn> COLUMNS = List.of(
            new TableColumn("Address", "string", "name", "URL, or host with port.", 0),
            new TableColumn("Scope", "string", "", "From where the address can be reached.", 0),
            new TableColumn("Kind", "string", "", "Kind of the object with the address.", 0),
            new TableColumn("Name", "string", "", "Name of the object with the address.", 0));

    @Override
    public ViewedApplication of(ApplicationKind kind, NamespacedName name, UserInfo user) {
        List<JsonValue> endpoints = new ArrayList<>();
        List<List<JsonValue>> rows = new ArrayList<>();
        for (OwnObjects.Own own : objects.of(kind, name, (type, each) -> isIncluded(kind, type, each))) {
            JsonObject object = own.live();
            String ofKind = object.stringOrEmpty("kind");
            String ofName = object.objectOrEmpty("metadata").stringOrEmpty("name");
            for (Endpoint endpoint : Endpoint.of(object)) {
                endpoints.add(JsonObject.builder()
                        .put("address", endpoint.address())
                        .put("scope", endpoint.scope().text())
                        .put("kind", ofKind)
                        .put("name", ofName)
                        .build());
                rows.add(List.of(
                        new JsonString(endpoint.address()),
                        new JsonString(endpoint.scope().text()),
                        new JsonString(ofKind),
                        new JsonString(ofName)));
            }
        }
        return new ViewedApplication(
                RecordedRelease.content(Subresource.ACCESS, kind, name)
                        .put("endpoints", new JsonArray(endpoints))
                        .build(),
                COLUMNS,
                rows);
    }

    private static boolean isIncluded(ApplicationKind kind, String type, String name) {
        return EndpointKind.of(type)
                .filter(endpoint -> kind.subresources().endpoints().stream()
                        .anyMatch(selector ->
                                selector.kind() == endpoint && selector.name().matches(name)))
                .isPresent();
    }
}

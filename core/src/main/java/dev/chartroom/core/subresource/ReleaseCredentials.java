package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.Subresource;
import java.util.ArrayList;
import java.util.List;

/**
 * Shows the Secrets that the definition names, if they stand in the manifest of the release, belong to it and are in the
 * namespace of the object. Shows only the keys that the chart rendered: Flux lets a release take over an existing Secret,
 * and the other keys in it can belong to its former owner. The right on the subresource is the right to see them. As a table, only the keys are shown.
 */
public record ReleaseCredentials(OwnObjects objects) implements ApplicationView {
    private static final List<TableColumn> COLUMNS = List.of(
            new TableColumn("Secret", "string", "name", "Name of the Secret.", 0),
            new TableColumn("Key", "string", "", "Key of a value in the Secret.", 0));

    @Override
    public ViewedApplication of(ApplicationKind kind, NamespacedName name, UserInfo user) {
        List<JsonValue> secrets = new ArrayList<>();
        List<List<JsonValue>> rows = new ArrayList<>();
        for (OwnObjects.Own own : objects.of(kind, name, (type, each) -> isNamed(kind, type, each))) {
            JsonObject secret = own.live();
            JsonString ofName = new JsonString(secret.objectOrEmpty("metadata").stringOrEmpty("name"));
            JsonObject data = rendered(own);
            secrets.add(JsonObject.builder()
                    .put("name", ofName)
                    .put("type", secret.stringOrEmpty("type"))
                    .put("data", data)
                    .build());
            data.names().forEach(key -> rows.add(List.of(ofName, new JsonString(key))));
        }
        return new ViewedApplication(
                RecordedRelease.content(Subresource.CREDENTIALS, kind, name)
                        .put("secrets", new JsonArray(secrets))
                        .build(),
                COLUMNS,
                rows);
    }

    /** Returns the current values of the keys in the manifest. */
    private static JsonObject rendered(OwnObjects.Own own) {
        JsonObject.Builder data = JsonObject.builder();
        own.live().objectOrEmpty("data").members().forEach((key, value) -> {
            if (own.manifest().objectOrEmpty("data").has(key)
                    || own.manifest().objectOrEmpty("stringData").has(key)) {
                data.put(key, value);
            }
        });
        return data.build();
    }

    private static boolean isNamed(ApplicationKind kind, String type, String name) {
        return type.equals("Secret")
                && kind.subresources().credentials().stream().anyMatch(pattern -> pattern.matches(name));
    }
}

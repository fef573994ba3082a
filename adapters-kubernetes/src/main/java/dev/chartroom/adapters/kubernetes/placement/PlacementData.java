package dev.chartroom.adapters.kubernetes.placement;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.placement.Placement;
import dev.chartroom.ports.placement.Placements;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Encodes placements as the data of a ConfigMap. The data contain {@code number: "17"} and, for each kind, a key such
 * as {@code redises.apps.example.com} with {@code {"store":"postgres","phase":"Settled","since":17}}.
 */
final class PlacementData {
    private static final String NUMBER = "number";
    private static final int LONGEST = 18;

    private PlacementData() {}

    /** @throws ApiException InternalError, with the name of the malformed key */
    static Placements read(JsonObject data, JsonCodec codec) {
        if (!data.stringOrEmpty(NUMBER).matches("[0-9]{1," + LONGEST + "}")) {
            throw bad(NUMBER, "must be a number");
        }
        Map<GroupResource, Placement> placements = new HashMap<>();
        data.strings().forEach((key, value) -> {
            if (!key.equals(NUMBER)) {
                placements.put(resource(key), placement(key, value, codec));
            }
        });
        return new Placements(Long.parseLong(data.stringOrEmpty(NUMBER)), placements);
    }

    static JsonObject write(Placements placements, JsonCodec codec) {
        JsonObject.Builder data = JsonObject.builder().put(NUMBER, Long.toString(placements.number()));
        placements.byResource().forEach((resource, placement) -> {
            JsonObject json = JsonObject.builder()
                    .put("store", placement.store())
                    .put("phase", placement.phase().wireName())
                    .put("since", placement.since())
                    .build();
            data.put(resource.toString(), new String(codec.encode(json), StandardCharsets.UTF_8));
        });
        return data.build();
    }

    private static GroupResource resource(String key) {
        int dot = key.indexOf('.');
        if (dot < 1 || dot == key.length() - 1) {
            throw bad(key, "must be a resource with its group");
        }
        return new GroupResource(key.substring(dot + 1), key.substring(0, dot));
    }

    private static Placement placement(String key, String value, JsonCodec codec) {
        JsonObject json;
        try {
            json = codec.parse(value.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject object
                    ? object
                    : JsonObject.EMPTY;
        } catch (ApiException e) {
            throw bad(key, String.valueOf(e.getMessage()));
        }
        String store = json.stringOrEmpty("store");
        Optional<Placement.Phase> phase = Placement.Phase.ofWireName(json.stringOrEmpty("phase"));
        if (store.isEmpty() || phase.isEmpty()) {
            throw bad(key, "must be an object with store and phase");
        }
        long since =
                json.get("since") instanceof JsonNumber number ? number.asLong().orElse(0) : 0;
        return new Placement(store, phase.get(), since);
    }

    private static ApiException bad(String key, String what) {
        return new ApiException(ApiError.internal("the record of placements: " + key + ": " + what));
    }
}

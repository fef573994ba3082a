package dev.chartroom.adapters.kubernetes.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.admission.ParamKind;
import dev.chartroom.kubernetes.client.Reflector;
import dev.chartroom.ports.admission.PolicyParams.Params;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The parameters of one kind, kept up to date by a watch.
 *
 * @param loaded waits for the first list of the parameters
 */
record FollowedParams(ParamKind kind, Reflector resource, boolean isNamespaced, BoundedWait<Boolean> loaded)
        implements Params {

    @Override
    public boolean isLoaded() {
        return loaded.await();
    }

    @Override
    public Optional<JsonObject> get(String namespace, String name) {
        return resource.find(new NamespacedName(namespace, name)).map(this::typed);
    }

    @Override
    public List<JsonObject> list(String namespace, LabelSelector selector) {
        return resource.in(namespace).stream()
                .filter(object -> selector.matches(
                        metadata(object).objectOrEmpty("labels").strings()))
                .sorted(Comparator.comparing(object -> metadata(object).stringOrEmpty("name")))
                .map(this::typed)
                .toList();
    }

    private JsonObject typed(JsonObject object) {
        return JsonObject.builder()
                .put("apiVersion", kind.apiVersion())
                .put("kind", kind.kind())
                .putAll(object)
                .build();
    }

    private static JsonObject metadata(JsonObject object) {
        return object.objectOrEmpty("metadata");
    }
}

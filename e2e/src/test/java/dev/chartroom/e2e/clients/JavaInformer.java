package dev.chartroom.e2e.clients;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.generic.KubernetesApiResponse;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesApi;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import io.kubernetes.client.util.generic.options.DeleteOptions;
import io.kubernetes.client.util.generic.options.ListOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.awaitility.Awaitility;

/** Changes objects through client-java's generic client, and records its results and an informer's events. */
final class JavaInformer {
    private final Side side;
    private final String namespace;
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final List<String> journal = new ArrayList<>();
    private final ApiClient client = ControlPlane.shared().admin().apiClient().setReadTimeout(0);
    private final DynamicKubernetesApi gadgets;

    JavaInformer(Side side, String namespace) {
        this.side = side;
        this.namespace = namespace;
        this.gadgets = new DynamicKubernetesApi(side.group(), Gadget.VERSION, Gadget.PLURAL, client);
    }

    /** Returns all records in order. */
    List<String> journal() {
        answer("create", gadgets.create(gadget("a", 1)));
        SharedInformerFactory factory = new SharedInformerFactory(client);
        SharedIndexInformer<DynamicKubernetesObject> informer =
                factory.sharedIndexInformerFor(gadgets, DynamicKubernetesObject.class, 0, namespace);
        informer.addEventHandler(new Recorder());
        factory.startAllRegisteredInformers();
        try {
            awaitEvent("ADDED a");
            change("create", "ADDED b", () -> gadgets.create(gadget("b", 2)));
            change("merge patch", "MODIFIED a", () -> merge("a", "{\"spec\":{\"size\":4}}"));
            change("hold", "MODIFIED b", () -> merge("b", "{\"metadata\":{\"finalizers\":[\"example.com/hold\"]}}"));
            change("delete what is held", "MODIFIED b", () -> gadgets.delete(namespace, "b"));
            change("let go", "DELETED b", () -> merge("b", "{\"metadata\":{\"finalizers\":null}}"));
            DynamicKubernetesObject read = gadgets.get(namespace, "a").getObject();
            read.getRaw().getAsJsonObject("spec").addProperty("mode", "fast");
            change("update", "MODIFIED a", () -> gadgets.update(read));
            answer("update from an old read", gadgets.update(read));
            answer(
                    "update the status",
                    gadgets.updateStatus(read, object -> object.getRaw().get("status")));
            answer("get what is not there", gadgets.get(namespace, "missing"));
            ListOptions gold = new ListOptions();
            gold.setLabelSelector("tier=gold");
            journal.add("list "
                    + gadgets.list(namespace, gold).getObject().getItems().stream()
                            .map(item -> item.getMetadata().getName())
                            .toList());
            change("delete", "DELETED a", () -> gadgets.delete(namespace, "a", new DeleteOptions()));
            journal.add("indexer " + informer.getIndexer().listKeys());
            return journal;
        } finally {
            factory.stopAllRegisteredInformers();
        }
    }

    private KubernetesApiResponse<DynamicKubernetesObject> merge(String name, String patch) {
        return gadgets.patch(namespace, name, V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH, new V1Patch(patch));
    }

    private void change(String what, String event, Supplier<KubernetesApiResponse<DynamicKubernetesObject>> call) {
        answer(what, call.get());
        awaitEvent(event);
    }

    private void answer(String what, KubernetesApiResponse<DynamicKubernetesObject> response) {
        DynamicKubernetesObject object = response.getObject();
        journal.add(what + " " + response.getHttpStatusCode() + " "
                + (object == null ? response.getStatus() : sorted(object.getRaw())));
    }

    /** Waits for an event that starts with {@code beginning}, and records all events up to then. */
    private void awaitEvent(String beginning) {
        Awaitility.await(beginning)
                .atMost(Duration.ofSeconds(30))
                .until(() -> told.stream().anyMatch(event -> event.startsWith(beginning)));
        journal.addAll(told);
        told.clear();
    }

    private DynamicKubernetesObject gadget(String name, int size) {
        JsonObject raw = new JsonObject();
        JsonObject spec = new JsonObject();
        spec.addProperty("size", size);
        JsonArray tags = new JsonArray();
        tags.add("x");
        spec.add("tags", tags);
        raw.add("spec", spec);
        DynamicKubernetesObject object = new DynamicKubernetesObject(raw);
        object.setApiVersion(side.apiVersion());
        object.setKind(Gadget.KIND);
        object.setMetadata(new V1ObjectMeta().name(name).namespace(namespace).labels(Map.of("tier", "gold")));
        return object;
    }

    /**
     * Sorts members by name, as the other clients' programs do. Gson keeps the order of members, which has no meaning.
     */
    private static JsonElement sorted(JsonElement value) {
        if (value instanceof JsonArray array) {
            JsonArray items = new JsonArray();
            array.forEach(item -> items.add(sorted(item)));
            return items;
        }
        if (value instanceof JsonObject object) {
            JsonObject members = new JsonObject();
            object.keySet().stream().sorted().forEach(name -> members.add(name, sorted(object.get(name))));
            return members;
        }
        return value;
    }

    private final class Recorder implements ResourceEventHandler<DynamicKubernetesObject> {
        @Override
        public void onAdd(DynamicKubernetesObject object) {
            tell("ADDED", object);
        }

        @Override
        public void onUpdate(DynamicKubernetesObject old, DynamicKubernetesObject object) {
            tell("MODIFIED", object);
        }

        @Override
        public void onDelete(DynamicKubernetesObject object, boolean unknown) {
            tell("DELETED", object);
        }

        private void tell(String type, DynamicKubernetesObject object) {
            told.add(type + " " + object.getMetadata().getName() + " " + sorted(object.getRaw()));
        }
    }
}

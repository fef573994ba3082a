package dev.chartroom.apimachinery.managedfields.typed;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.managedfields.set.PathElement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Merges associative lists. Items that are in both lists get the order of the applied list. An item that is in only one
 * list comes after the item that precedes it in that list.
 */
final class ListMerge {
    private final ListType list;
    private final JsonArray live;
    private final List<PathElement> liveElements = new ArrayList<>();
    private final List<PathElement> appliedElements = new ArrayList<>();
    private final Map<PathElement, JsonValue> liveItems = new HashMap<>();
    private final Map<PathElement, JsonValue> appliedItems = new HashMap<>();
    private final Set<PathElement> merged = new HashSet<>();
    private final List<PathElement> shared = new ArrayList<>();
    private final List<JsonValue> result = new ArrayList<>();
    private int nextShared;

    private ListMerge(ListType list, JsonArray live, JsonArray applied) {
        this.list = list;
        this.live = live;
        for (JsonValue item : applied) {
            PathElement element = ListItems.element(list, item);
            appliedElements.add(element);
            appliedItems.put(element, item);
        }
        for (JsonValue item : live) {
            PathElement element = ListItems.element(list, item);
            liveElements.add(element);
            // If a live item has duplicates, the applied item replaces it instead of being merged with it.
            liveItems.merge(element, item, (_, _) -> JsonNull.NULL);
        }
        appliedElements.stream().filter(liveItems::containsKey).forEach(shared::add);
    }

    static JsonArray merge(ListType list, JsonArray live, JsonArray applied) {
        ListMerge merge = new ListMerge(list, live, applied);
        merge.run();
        return new JsonArray(merge.result);
    }

    private void run() {
        int l = 0;
        int a = 0;
        while (l < liveElements.size() || a < appliedElements.size()) {
            if (l < liveElements.size()) {
                PathElement element = liveElements.get(l);
                boolean both = appliedItems.containsKey(element);
                if (a < appliedElements.size() && element.equals(appliedElements.get(a))) {
                    take(element);
                    nextShared++;
                    l++;
                    a++;
                    continue;
                }
                if (a < appliedElements.size() && both && isNotNext(element)) {
                    l++;
                    continue;
                }
                if (!both) {
                    result.add(live.get(l));
                    l++;
                    continue;
                }
                if (merged.contains(element)) {
                    l++;
                }
            }
            if (a < appliedElements.size()) {
                PathElement element = appliedElements.get(a);
                take(element);
                a++;
                nextShared +=
                        nextShared < shared.size() && shared.get(nextShared).equals(element) ? 1 : 0;
            }
        }
    }

    /** Returns whether another shared item has to come before this one. */
    private boolean isNotNext(PathElement element) {
        return nextShared < shared.size() && !shared.get(nextShared).equals(element);
    }

    private void take(PathElement element) {
        merged.add(element);
        JsonValue old = liveItems.get(element);
        JsonValue now = appliedItems.getOrDefault(element, JsonNull.NULL);
        result.add(old == null ? now : TypedMerge.values(list.items(), old, now));
    }
}

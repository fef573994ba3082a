package dev.chartroom.adapters.http.request;

import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.LabelSelector.Operator;
import dev.chartroom.apimachinery.meta.LabelSelector.Requirement;
import dev.chartroom.domain.builtin.SelectableFields;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.WatchRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The parameters of lists and watches of a kind whose selectors can refer to more fields than name and namespace.
 *
 * @param query the query without the terms for these fields
 * @param fields the terms for these fields
 */
record SelectedFields(QueryParameters query, LabelSelector fields) {
    private static final String PARAMETER = "fieldSelector";

    static SelectedFields of(ApplicationKind kind, QueryParameters query) {
        String text = query.text(PARAMETER);
        if (!kind.isBuiltIn() || text.isEmpty()) {
            return new SelectedFields(query, LabelSelector.EVERYTHING);
        }
        List<String> others = new ArrayList<>();
        List<Requirement> moved = new ArrayList<>();
        for (String term : text.split(",", -1)) {
            int sign = term.indexOf('=');
            boolean isEqual = sign < 1 || term.charAt(sign - 1) != '!';
            String path = sign < 0 ? "" : term.substring(0, isEqual ? sign : sign - 1);
            if (SelectableFields.has(kind, path)) {
                String value = term.substring(term.startsWith("==", sign) ? sign + 2 : sign + 1);
                moved.add(new Requirement(
                        SelectableFields.key(path), isEqual ? Operator.IN : Operator.NOT_IN, List.of(value)));
            } else {
                others.add(term);
            }
        }
        Map<String, List<String>> values = new HashMap<>(query.values());
        values.put(PARAMETER, List.of(String.join(",", others)));
        return new SelectedFields(new QueryParameters(values), new LabelSelector(moved));
    }

    ListRequest list(String namespace) {
        ListRequest request = ListParameters.list(namespace, query);
        return fields.requirements().isEmpty()
                ? request
                : new ListRequest(
                        namespace,
                        request.labelSelector().and(fields),
                        request.fieldSelector(),
                        request.limit(),
                        request.continueToken(),
                        request.resourceVersion(),
                        request.resourceVersionMatch());
    }

    WatchRequest watch(String namespace, String name) {
        WatchRequest request = ListParameters.watch(namespace, name, query);
        return fields.requirements().isEmpty()
                ? request
                : new WatchRequest(
                        namespace,
                        request.labelSelector().and(fields),
                        request.fieldSelector(),
                        request.resourceVersion(),
                        request.bookmarks(),
                        request.initialEvents());
    }
}

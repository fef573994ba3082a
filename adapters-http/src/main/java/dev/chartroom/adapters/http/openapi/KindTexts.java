package dev.chartroom.adapters.http.openapi;

import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The texts in which one kind's paths differ from another kind's paths. No text needs to be escaped in JSON.
 *
 * @param root the path of the group version, with a slash at its start and at its end
 * @param object the definition of an object
 * @param list the definition of a list
 */
record KindTexts(
        String root,
        String group,
        String version,
        String kind,
        String plural,
        String tag,
        String object,
        String list,
        Map<KindOperation, String> operationIds) {

    KindTexts {
        operationIds = new EnumMap<>(operationIds);
    }

    /** @param ids the operation ids of the document */
    static KindTexts of(ApplicationKind kind, OperationIds ids) {
        GroupVersion groupVersion = kind.groupVersion();
        Map<KindOperation, String> operationIds = new EnumMap<>(KindOperation.class);
        for (KindOperation operation : KindOperation.values()) {
            operationIds.put(operation, ids.id(operation.action().verb(), groupVersion, operation.subject(kind)));
        }
        return new KindTexts(
                Paths.root(groupVersion),
                kind.group(),
                kind.version(),
                kind.names().kind(),
                kind.names().plural(),
                OperationIds.tag(groupVersion),
                Definitions.of(kind),
                Definitions.listOf(kind),
                operationIds);
    }

    /** Returns a gap of a template in the place of each text. */
    static KindTexts gaps() {
        int number = 0;
        String root = Template.gap(number++);
        String group = Template.gap(number++);
        String version = Template.gap(number++);
        String kind = Template.gap(number++);
        String plural = Template.gap(number++);
        String tag = Template.gap(number++);
        String object = Template.gap(number++);
        String list = Template.gap(number++);
        Map<KindOperation, String> operationIds = new EnumMap<>(KindOperation.class);
        for (KindOperation operation : KindOperation.values()) {
            operationIds.put(operation, Template.gap(number++));
        }
        return new KindTexts(root, group, version, kind, plural, tag, object, list, operationIds);
    }

    /** Returns the texts for the gaps, in their order. */
    List<String> inOrder() {
        List<String> texts = new ArrayList<>(List.of(root, group, version, kind, plural, tag, object, list));
        texts.addAll(operationIds.values());
        return texts;
    }

    String operationId(KindOperation operation) {
        return Objects.requireNonNull(operationIds.get(operation));
    }
}

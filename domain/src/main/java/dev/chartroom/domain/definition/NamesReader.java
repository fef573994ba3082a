package dev.chartroom.domain.definition;

import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.kind.TextRule;
import java.util.Locale;
import java.util.Set;

/** Reads the names of a kind and validates them as apiextensions does for a CustomResourceDefinition. */
final class NamesReader {
    /** Names with a special meaning in the path of a request. kube-apiserver does not read them as a resource. */
    private static final Set<String> RESERVED_PLURALS = Set.of("namespaces", "watch", "proxy", "status", "finalize");

    private NamesReader() {}

    /** Reads the names. As in a CRD, {@code singular} and {@code listKind} default to names derived from the kind. */
    static KindNames read(DefinitionFields names) {
        String kind = names.text("kind", TextRule.KIND);
        boolean derives = TextRule.KIND.accepts(kind);
        KindNames read = new KindNames(
                kind,
                names.textOr("listKind", derives ? kind + "List" : "", TextRule.KIND),
                names.text("plural", TextRule.DNS_1035_LABEL),
                names.textOr("singular", derives ? kind.toLowerCase(Locale.ROOT) : "", TextRule.DNS_1035_LABEL),
                names.texts("shortNames", TextRule.DNS_1035_LABEL),
                names.texts("categories", TextRule.DNS_1035_LABEL));
        if (!kind.isEmpty() && read.listKind().equals(kind)) {
            names.problem("listKind", "must differ from the kind");
        }
        if (RESERVED_PLURALS.contains(read.plural())) {
            names.problem("plural", "\"" + read.plural() + "\" is reserved in the path of a request");
        }
        return read;
    }
}

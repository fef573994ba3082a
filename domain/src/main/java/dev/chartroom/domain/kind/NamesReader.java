package dev.chartroom.domain.kind;

import java.util.Locale;
import java.util.Set;

/** Reads the names of a kind and checks them as apiextensions checks those of a CustomResourceDefinition. */
final class NamesReader {
    /** Where one of these stands in a path, kube-apiserver reads it as something else than a resource. */
    private static final Set<String> RESERVED_PLURALS = Set.of("namespaces", "watch", "proxy", "status", "finalize");

    private NamesReader() {}

    /** {@code singular} and {@code listKind} follow from the kind where they are missing, as in a CRD. */
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
            names.problem("plural", "\"" + read.plural() + "\" has a meaning of its own in the path of a request");
        }
        return read;
    }
}

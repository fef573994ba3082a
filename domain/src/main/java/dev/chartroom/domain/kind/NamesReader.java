package dev.chartroom.domain.kind;

import java.util.Locale;

/** Reads the names of a kind and checks them as apiextensions checks those of a CustomResourceDefinition. */
final class NamesReader {
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
        return read;
    }
}

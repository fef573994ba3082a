package dev.chartroom.domain.definition;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.domain.kind.FieldOptions.Source;
import dev.chartroom.domain.kind.FormHints;
import dev.chartroom.domain.kind.TextRule;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads how a form may show objects. Every path in the form must be in the schema. */
final class FormReader {
    /** The most fields with options. Each field can cause a list in one request. */
    static final int MOST_OPTIONS = 16;

    static final String OPTIONS = "options";
    static final String SOURCE = "source";
    private static final String RESOURCE = "resource";

    private final Schema schema;

    private FormReader(Schema schema) {
        this.schema = schema;
    }

    static FormHints read(DefinitionFields form, Schema schema) {
        return new FormReader(schema).hints(form);
    }

    private FormHints hints(DefinitionFields form) {
        paths(form, "order");
        for (DefinitionFields group : form.objects("groups")) {
            group.text("title");
            group.textOr("description", "");
            paths(group, "fields");
        }
        Set<String> known = new HashSet<>();
        int withOptions = 0;
        for (DefinitionFields field : form.objects("fields")) {
            String path = field.text("path", TextRule.SENSITIVE_PATH);
            check(field, "path", path);
            if (!path.isEmpty() && !known.add(path)) {
                field.problem("path", "another field has the path " + path);
            }
            field.textOr("title", "");
            field.textOr("widget", "", TextRule.WIDGET);
            field.flag("hidden", false);
            if (field.has(OPTIONS)) {
                check(field.object(OPTIONS));
                withOptions++;
                if (withOptions == MOST_OPTIONS + 1) {
                    field.problem(OPTIONS, "at most " + MOST_OPTIONS + " fields can have options");
                }
            }
        }
        JsonObject json = form.knownJson();
        return json.isEmpty() ? FormHints.NONE : new FormHints(json);
    }

    private static void check(DefinitionFields options) {
        boolean isOfApplications = options.text(SOURCE, TextRule.OPTION_SOURCE).equals(Source.APPLICATIONS.toString());
        if (isOfApplications) {
            options.text(RESOURCE, TextRule.RESOURCE);
        } else if (!options.textOr(RESOURCE, "").isEmpty()) {
            options.problem(RESOURCE, "only the source Applications has a resource");
        }
    }

    private void paths(DefinitionFields holder, String name) {
        List<String> paths = holder.texts(name, TextRule.SENSITIVE_PATH);
        Set<String> known = new HashSet<>();
        for (int i = 0; i < paths.size(); i++) {
            String element = name + "[" + i + "]";
            check(holder, element, paths.get(i));
            if (!known.add(paths.get(i))) {
                holder.problem(element, "is a duplicate: " + paths.get(i));
            }
        }
    }

    private void check(DefinitionFields holder, String name, String path) {
        if (TextRule.SENSITIVE_PATH.accepts(path) && !SchemaPaths.canHaveValue(schema.json(), path)) {
            holder.problem(name, path + " is not in the schema");
        }
    }
}

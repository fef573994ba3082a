package dev.chartroom.charts.values;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.charts.jsonschema.Remark;
import java.util.List;

/**
 * The schema inferred from a {@code values.yaml}.
 *
 * @param schema a JSON Schema with only the defaults that comments declare
 * @param remarks the parts of comments that are ignored
 */
public record ValuesSchema(JsonObject schema, List<Remark> remarks) {
    public ValuesSchema {
        remarks = List.copyOf(remarks);
    }

    /** Infers the schema of a file from its values and comments. */
    public static ValuesSchema of(ValuesFile file) {
        CommentBlocks blocks = new CommentBlocks(file.layout());
        Hints hints = new Hints();
        CozyAnnotations.read(blocks, hints);
        InlineSchemas.read(blocks, hints);
        BlockSchemas.read(file.yaml(), blocks, hints);
        BitnamiParams.read(file.values(), blocks, hints);
        HelmDocs.read(file.values(), blocks, hints);
        PlainComments.read(blocks, hints);
        JsonObject schema = new Inference(hints).root(file.values());
        return new ValuesSchema(
                hints.definitions().isEmpty() ? schema : schema.with("$defs", hints.definitions()), hints.remarks());
    }
}

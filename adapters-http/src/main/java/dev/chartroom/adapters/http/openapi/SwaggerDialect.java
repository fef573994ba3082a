package dev.chartroom.adapters.http.openapi;

import dev.chartroom.adapters.http.openapi.schema.SwaggerProjection;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** OpenAPI 2.0, better known as Swagger. */
final class SwaggerDialect implements Dialect {

    @Override
    public JsonObject parameter(Parameter parameter) {
        JsonObject.Builder json = JsonObject.builder()
                .put("name", parameter.name())
                .put("in", parameter.in().name().toLowerCase(Locale.ROOT))
                .put("description", parameter.description())
                .put("type", parameter.type());
        return parameter.in() == Parameter.Location.PATH
                ? json.put("required", true).build()
                : json.build();
    }

    @Override
    public JsonObject operation(OpenApiOperation operation) {
        OpenApiOperation.Body body = operation.body();
        List<JsonValue> parameters = new ArrayList<>();
        if (body != null) {
            parameters.add(body(body));
        }
        operation.parameters().forEach(parameter -> parameters.add(parameter(parameter)));
        JsonObject.Builder json = JsonObject.builder()
                .put("description", operation.description())
                .put("consumes", JsonArray.ofStrings(body == null ? List.of("*/*") : body.mediaTypes()))
                .put("produces", JsonArray.ofStrings(operation.produces()))
                .put("schemes", JsonArray.ofStrings(List.of("https")))
                .put("tags", JsonArray.ofStrings(List.of(operation.tag())))
                .put("operationId", operation.id());
        if (!parameters.isEmpty()) {
            json.put("parameters", new JsonArray(parameters));
        }
        return json.put("responses", responses(operation))
                .putAll(operation.extensions())
                .build();
    }

    @Override
    public JsonObject reference(String definition, JsonObject beside) {
        return beside.toBuilder().put("$ref", "#/definitions/" + definition).build();
    }

    @Override
    public JsonObject schema(JsonObject sanitised) {
        return SwaggerProjection.project(sanitised);
    }

    @Override
    public boolean namesCoreKinds() {
        return false;
    }

    @Override
    public String schemasBegin() {
        return "\"definitions\":{";
    }

    @Override
    public String schemasEnd() {
        return "}";
    }

    private JsonObject body(OpenApiOperation.Body body) {
        JsonObject.Builder json = JsonObject.builder().put("name", "body").put("in", "body");
        if (body.required()) {
            json.put("required", true);
        }
        return json.put("schema", reference(body.definition(), JsonObject.EMPTY))
                .build();
    }

    private JsonObject responses(OpenApiOperation operation) {
        JsonObject.Builder responses = JsonObject.builder();
        operation
                .responses()
                .forEach((code, definition) -> responses.put(
                        Integer.toString(code),
                        JsonObject.builder()
                                .put("description", OpenApiOperation.phrase(code))
                                .put("schema", answer(definition))
                                .build()));
        return responses
                .put(
                        "401",
                        JsonObject.builder()
                                .put("description", OpenApiOperation.phrase(401))
                                .build())
                .build();
    }
}

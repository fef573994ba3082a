package dev.chartroom.adapters.http.openapi;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import java.util.List;
import java.util.Locale;

/** OpenAPI 3.0. */
final class OpenApiDialect implements Dialect {

    @Override
    public JsonObject parameter(Parameter parameter) {
        JsonObject.Builder json = JsonObject.builder()
                .put("name", parameter.name())
                .put("in", parameter.in().name().toLowerCase(Locale.ROOT))
                .put("description", parameter.description());
        if (parameter.in() == Parameter.Location.PATH) {
            json.put("required", true);
        }
        return json.put("schema", JsonObject.of("type", new JsonString(parameter.type())))
                .build();
    }

    @Override
    public JsonObject operation(OpenApiOperation operation) {
        JsonObject.Builder json = JsonObject.builder()
                .put("tags", JsonArray.ofStrings(List.of(operation.tag())))
                .put("description", operation.description())
                .put("operationId", operation.id());
        if (!operation.parameters().isEmpty()) {
            json.put(
                    "parameters",
                    new JsonArray(List.copyOf(
                            operation.parameters().stream().map(this::parameter).toList())));
        }
        OpenApiOperation.Body body = operation.body();
        if (body != null) {
            JsonObject.Builder requestBody =
                    JsonObject.builder().put("content", content(body.mediaTypes(), body.definition()));
            if (body.required()) {
                requestBody.put("required", true);
            }
            json.put("requestBody", requestBody.build());
        }
        return json.put("responses", responses(operation))
                .putAll(operation.extensions())
                .build();
    }

    @Override
    public JsonObject reference(String definition, JsonObject beside) {
        JsonObject reference = JsonObject.of("$ref", new JsonString("#/components/schemas/" + definition));
        // In 3.0, readers ignore members beside a reference.
        return beside.isEmpty() ? reference : beside.with("allOf", JsonArray.of(reference));
    }

    @Override
    public JsonObject schema(JsonObject sanitised) {
        return sanitised;
    }

    @Override
    public boolean namesCoreKinds() {
        return true;
    }

    @Override
    public String schemasBegin() {
        return "\"components\":{\"schemas\":{";
    }

    @Override
    public String schemasEnd() {
        return "}}";
    }

    private JsonObject responses(OpenApiOperation operation) {
        JsonObject.Builder responses = JsonObject.builder();
        operation
                .responses()
                .forEach((code, definition) -> responses.put(
                        Integer.toString(code),
                        JsonObject.builder()
                                .put("description", OpenApiOperation.phrase(code))
                                .put("content", content(operation.produces(), definition))
                                .build()));
        return responses
                .put(
                        "401",
                        JsonObject.builder()
                                .put("description", OpenApiOperation.phrase(401))
                                .build())
                .build();
    }

    private JsonObject content(List<String> mediaTypes, String definition) {
        JsonObject schema = JsonObject.of("schema", answer(definition));
        JsonObject.Builder content = JsonObject.builder();
        mediaTypes.forEach(mediaType -> content.put(mediaType, schema));
        return content.build();
    }
}

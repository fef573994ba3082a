package dev.chartroom.adapters.http.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.http.openapi.protobuf.DecodedDocuments;
import dev.chartroom.adapters.http.openapi.protobuf.OpenApiProtobuf;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class OpenApiProtobufTest {
    private final OpenApiProtobuf protobuf = new OpenApiProtobuf(Json.CODEC);

    @Test
    void protobufSaysTheSameAsJson() throws IOException {
        JsonObject json = Kinds.json(new OpenApiV2(Json.CODEC).document(OpenApiV2Test.kinds(), null));

        byte[] encoded = protobuf.encode(json);

        // A protobuf field with its default value is absent, and "required": false means the same.
        assertThat(DecodedDocuments.of(encoded)).isEqualTo(json);
        assertThat(encoded).hasSizeLessThan(Json.CODEC.encode(json).length);
    }

    @Test
    void unknownFieldIsAnError() {
        JsonObject document = JsonObject.of(
                "definitions", JsonObject.of("A", JsonObject.of("oneOf", JsonArray.of(new JsonString("x")))));

        assertThatThrownBy(() -> protobuf.encode(document))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Schema has no field oneOf");
    }
}

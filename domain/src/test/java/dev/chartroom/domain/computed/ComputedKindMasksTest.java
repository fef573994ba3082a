package dev.chartroom.domain.computed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.GroupKind;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.FieldError;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComputedKindMasksTest {
    private static final JsonObject PREVIEW = TestJson.object("""
            {apiVersion: 'computed.chartroom.dev/v1alpha1', kind: 'ApplicationPreview', metadata: {name: 'a', namespace: 'shop'},
             spec: {object: {kind: 'Redis', metadata: {name: 'secret'}, spec: {password: 'secret', 'secret': 1}}},
             status: {allowed: true, object: {spec: {password: 'secret'}}, warnings: ['secret'], error: {message: 'secret'},
               changes: [{path: 'spec.password', after: 'secret'}], release: {spec: {values: {_hidden: 'secret'}}}}}
            """);

    @Test
    void logsHaveNoPartOfAPreview() {
        assertThat(ComputedKinds.APPLICATION_PREVIEW.valueMask().apply(PREVIEW).toString())
                .contains("\"namespace\":\"shop\"")
                .doesNotContain("secret");
        assertThat(ComputedKinds.APPLICATION_PREVIEW
                        .valueMask()
                        .applyToBody(PREVIEW)
                        .toString())
                .doesNotContain("secret");
    }

    @Test
    void logsHaveNoValueFromAnErrorOfAPreview() {
        ApiError error = new ApiError.Invalid(
                new GroupKind(ComputedKinds.GROUP, "ApplicationPreview"),
                "",
                List.of(FieldError.invalid("spec.object.kind", new JsonString("secret"), "no kind secret")));

        assertThat(ComputedKinds.APPLICATION_PREVIEW.valueMask().statusOf(error).toString())
                .doesNotContain("secret");
    }

    @Test
    void logsHaveNoDataOfATenantSecret() {
        JsonObject secret = TestJson.object("""
                {apiVersion: 'core.cozystack.io/v1alpha1', kind: 'TenantSecret', metadata: {name: 'a', namespace: 'shop'},
                 type: 'Opaque', data: {password: 'secret'}}""");

        assertThat(CozystackKinds.TENANT_SECRET.valueMask().apply(secret).toString())
                .contains("shop")
                .doesNotContain("secret");
    }
}

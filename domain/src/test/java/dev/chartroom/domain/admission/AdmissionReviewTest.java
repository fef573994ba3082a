package dev.chartroom.domain.admission;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Webhook responses that are accepted, rejected or deny the request. */
class AdmissionReviewTest {
    private static final String HEAD = "'kind':'AdmissionReview','apiVersion':'admission.k8s.io/v1',";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {'kind':'AdmissionReview','apiVersion':'admission.k8s.io/v1'} | true | webhook response was absent
            {%s'response':{'uid':'2'}} | true | expected response.uid="1", got "2"
            {'kind':'Status','apiVersion':'v1','response':{'uid':'1'}} | true | expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got v1, Kind=Status
            {%s'response':{'uid':'1','patch':'e30='}} | false | validating webhook may not return response.patch
            {%s'response':{'uid':'1','patchType':'JSONPatch'}} | false | validating webhook may not return response.patchType
            {%s'response':{'uid':'1','patch':'e30='}} | true | webhook returned response.patch but not response.patchType
            {%s'response':{'uid':'1','patchType':'JSONPatch'}} | true | webhook returned response.patchType but not response.patch
            {%s'response':{'uid':'1','patch':'e30=','patchType':''}} | true | webhook returned invalid response.patchType of ""
            """)
    void malformedResponseIsRejected(String answer, boolean mutating, String why) {
        assertThatThrownBy(() -> new AdmissionReview("v1", "1", JsonObject.EMPTY, mutating)
                        .response(object(answer.replace("%s", HEAD))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(why);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {}                                                 | 400 | ~~       | admission webhook "hook" denied the request without explanation
            {'message':'no','code':403,'reason':'Forbidden'}   | 403 | Forbidden | admission webhook "hook" denied the request: no
            {'reason':'TooSoon','code':200}                    | 400 | TooSoon   | admission webhook "hook" denied the request: TooSoon
            {'message':'teapot','code':418}                    | 418 | ~~       | admission webhook "hook" denied the request: teapot
            {'message':'beyond','code':70000}                  | 400 | ~~       | admission webhook "hook" denied the request: beyond
            """)
    void denialHasTheWebhooksReasonAndMessage(String result, int code, String reason, String message) {
        AdmissionReview.Response response = new AdmissionReview("v1beta1", "1", JsonObject.EMPTY, false)
                .response(object("{'response':{'allowed':false,'status':" + result + "}}"));

        Status status = Status.of(response.rejection(webhook()).error());

        assertThat(status.code()).isEqualTo(code);
        assertThat(status.wireReason()).isEqualTo(reason);
        assertThat(status.message()).isEqualTo(message);
    }

    @Test
    void v1beta1NeedsNoUidAndNoPatchType() {
        AdmissionReview.Response response = new AdmissionReview("v1beta1", "1", JsonObject.EMPTY, true)
                .response(object("{'response':{'allowed':true,'patch':'W10='}}"));

        assertThat(response.patchType()).isEqualTo("JSONPatch");
        assertThat(response.patch()).isEqualTo("W10=");
    }

    private static Webhook webhook() {
        JsonObject configuration = object("{'metadata':{'name':'c'},'webhooks':[{'name':'hook'}]}");
        AdmissionExpressions none = _ -> new AdmissionExpressions.Scope() {
            @Override
            public AdmissionExpressions.AdmissionExpression compile(String expression) {
                throw new AssertionError("there is nothing to compile");
            }

            @Override
            public AdmissionExpressions.Evaluation begin(AdmissionExpressions.Input input, long budget) {
                throw new AssertionError("there is nothing to evaluate");
            }
        };
        return Webhook.allOf(configuration, none).getFirst();
    }
}

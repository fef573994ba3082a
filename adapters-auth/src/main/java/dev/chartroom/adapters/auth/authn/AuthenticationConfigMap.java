package dev.chartroom.adapters.auth.authn;

import com.google.gson.JsonObject;
import com.google.gson.reflect.TypeToken;
import dev.chartroom.adapters.auth.ResponseObject;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.util.Watch;
import java.time.Duration;
import okhttp3.Call;
import okhttp3.OkHttpClient;

/** The calls that read the ConfigMap {@code kube-system/extension-apiserver-authentication} (wire contract C2). */
final class AuthenticationConfigMap {
    private static final String NAMESPACE = "kube-system";
    private static final String NAME = "extension-apiserver-authentication";
    // RBAC grants access to this name only, so a list and a watch must select it.
    private static final String FIELD_SELECTOR = "metadata.name=" + NAME;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    // Short, so that a silently broken connection is noticed before the next rotation of an authority.
    private static final Duration WATCH = Duration.ofMinutes(2);

    private final ApiClient client;
    private final OkHttpClient http;
    private final OkHttpClient watchHttp;
    private final CoreV1Api api;

    AuthenticationConfigMap(ApiClient client) {
        this.client = client;
        this.api = new CoreV1Api(client);
        this.http = client.getHttpClient()
                .newBuilder()
                .connectTimeout(TIMEOUT)
                .readTimeout(TIMEOUT)
                .callTimeout(TIMEOUT)
                .followRedirects(false)
                .build();
        this.watchHttp = http.newBuilder()
                .callTimeout(Duration.ZERO)
                .readTimeout(WATCH.plus(TIMEOUT))
                .build();
    }

    /** Returns the ConfigMapList, which contains the ConfigMap or is empty. */
    ResponseObject list() throws ApiException {
        Call call = request().buildCall(null);
        return new ResponseObject(client.<JsonObject>execute(http.newCall(call.request()), JsonObject.class)
                .getData());
    }

    /**
     * Watches the changes after a resource version for two minutes. A thread that waits for a change can be
     * interrupted.
     */
    Watch<JsonObject> watch(String resourceVersion) throws ApiException {
        Call call = request()
                .watch(true)
                .resourceVersion(resourceVersion)
                .timeoutSeconds((int) WATCH.toSeconds())
                .buildCall(null);
        return Watch.createWatch(
                client, watchHttp.newCall(call.request()), new TypeToken<Watch.Response<JsonObject>>() {}.getType());
    }

    private CoreV1Api.APIlistNamespacedConfigMapRequest request() {
        return api.listNamespacedConfigMap(NAMESPACE).fieldSelector(FIELD_SELECTOR);
    }
}

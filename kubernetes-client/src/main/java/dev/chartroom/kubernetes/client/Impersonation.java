package dev.chartroom.kubernetes.client;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import okhttp3.Headers;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;

/** The identity that the user of a kubeconfig takes on: {@code as} and the fields that belong to it. */
final class Impersonation implements Interceptor {
    private final Headers headers;

    /** @param user the user in the kubeconfig */
    Impersonation(JsonObject user) {
        Headers.Builder builder = new Headers.Builder();
        add(builder, "Impersonate-User", user.stringOrEmpty("as"));
        add(builder, "Impersonate-Uid", user.stringOrEmpty("as-uid"));
        user.arrayOrEmpty("as-groups").strings().forEach(group -> add(builder, "Impersonate-Group", group));
        user.objectOrEmpty("as-user-extra").members().forEach((key, values) -> {
            if (values instanceof JsonArray array) {
                String name = "Impersonate-Extra-" + URLEncoder.encode(key, StandardCharsets.UTF_8);
                array.strings().forEach(value -> add(builder, name, value));
            }
        });
        this.headers = builder.build();
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        Request.Builder request = chain.request().newBuilder();
        headers.forEach(header -> request.addHeader(header.getFirst(), header.getSecond()));
        return chain.proceed(request.build());
    }

    private static void add(Headers.Builder builder, String name, String value) {
        if (!value.isEmpty()) {
            builder.addUnsafeNonAscii(name, value);
        }
    }
}

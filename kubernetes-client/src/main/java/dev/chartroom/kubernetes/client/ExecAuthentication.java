package dev.chartroom.kubernetes.client;

import java.io.IOException;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Clock;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import okhttp3.Authenticator;
import okhttp3.ConnectionPool;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.Route;
import org.jspecify.annotations.Nullable;

/**
 * Sends the credential of a plugin with each request and in each handshake. Runs the plugin again when the credential
 * has expired, or after the server rejected it.
 */
final class ExecAuthentication extends X509ExtendedKeyManager implements Interceptor, Authenticator {
    private static final int UNAUTHORIZED = 401;
    private static final String HEADER = "Authorization";

    private final ExecPlugin plugin;
    private final Clock clock;
    private final ConnectionPool connections;
    private volatile ExecCredential current;

    /** Runs the plugin for the first time. */
    ExecAuthentication(ExecPlugin plugin, Clock clock, ConnectionPool connections) throws IOException {
        this.plugin = plugin;
        this.clock = clock;
        this.connections = connections;
        this.current = plugin.run();
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        ExecCredential credential = current;
        return chain.proceed(with(chain.request(), credential.isExpired(clock) ? renewed(credential) : credential));
    }

    /** Returns the request with a new credential, once for each request. OkHttp does not send a change again. */
    @Override
    public @Nullable Request authenticate(@Nullable Route route, Response response) throws IOException {
        if (response.code() != UNAUTHORIZED || response.priorResponse() != null) {
            return null;
        }
        ExecCredential rejected = current;
        String sent = response.request().header(HEADER);
        // Another request may have renewed the credential in the meantime.
        boolean outdated = sent != null && !sent.equals(header(rejected));
        return with(response.request(), outdated ? rejected : renewed(rejected));
    }

    /** Replaces a credential, unless another thread has replaced it. */
    private synchronized ExecCredential renewed(ExecCredential old) throws IOException {
        if (current.equals(old)) {
            current = plugin.run();
            if (current.keys() != null) {
                // Idle connections have shown the old certificate.
                connections.evictAll();
            }
        }
        return current;
    }

    private static Request with(Request request, ExecCredential credential) {
        String header = header(credential);
        return header == null
                ? request
                : request.newBuilder().header(HEADER, header).build();
    }

    private static @Nullable String header(ExecCredential credential) {
        return credential.token() == null ? null : "Bearer " + credential.token();
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        X509ExtendedKeyManager keys = current.keys();
        return keys == null ? null : keys.getClientAliases(keyType, issuers);
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        X509ExtendedKeyManager keys = current.keys();
        return keys == null ? null : keys.chooseClientAlias(keyType, issuers, socket);
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        X509ExtendedKeyManager keys = current.keys();
        return keys == null ? null : keys.chooseEngineClientAlias(keyType, issuers, engine);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        X509ExtendedKeyManager keys = current.keys();
        return keys == null ? null : keys.getCertificateChain(alias);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        X509ExtendedKeyManager keys = current.keys();
        return keys == null ? null : keys.getPrivateKey(alias);
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }
}

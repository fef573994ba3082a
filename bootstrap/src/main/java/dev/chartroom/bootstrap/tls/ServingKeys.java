package dev.chartroom.bootstrap.tls;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * The key for handshakes: the key of the latest certificate. A handshake gets alias, key and chain in separate calls.
 * So the previous certificate is kept until the next certificate is set.
 */
final class ServingKeys extends X509ExtendedKeyManager {
    /** Other algorithms return generated aliases. */
    private static final String ALIASES_AS_GIVEN = "SunX509";

    private static final char[] NO_PASSWORD = {};

    private final AtomicInteger count = new AtomicInteger();
    private volatile Generations generations;

    private record Generation(String alias, X509ExtendedKeyManager keys) {}

    private record Generations(Generation current, Generation previous) {}

    ServingKeys(ServingCertificate first) {
        Generation generation = generation(first);
        this.generations = new Generations(generation, generation);
    }

    /** Sets the certificate for every handshake that begins from now on. */
    void serve(ServingCertificate certificate) {
        generations = new Generations(generation(certificate), generations.current());
    }

    private Generation generation(ServingCertificate certificate) {
        String alias = "serving-" + count.incrementAndGet();
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, NO_PASSWORD);
            store.setKeyEntry(
                    alias, certificate.key(), NO_PASSWORD, certificate.chain().toArray(X509Certificate[]::new));
            KeyManagerFactory factory = KeyManagerFactory.getInstance(ALIASES_AS_GIVEN);
            factory.init(store, NO_PASSWORD);
            return Arrays.stream(factory.getKeyManagers())
                    .filter(X509ExtendedKeyManager.class::isInstance)
                    .map(keys -> new Generation(alias, (X509ExtendedKeyManager) keys))
                    .findFirst()
                    .orElseThrow();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalArgumentException("the serving certificate or key is invalid: " + e.getMessage(), e);
        }
    }

    private @Nullable Generation of(String alias) {
        Generations now = generations;
        return Stream.of(now.current(), now.previous())
                .filter(generation -> generation.alias().equals(alias))
                .findFirst()
                .orElse(null);
    }

    @Override
    public @Nullable String chooseEngineServerAlias(String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
        return generations.current().keys().chooseEngineServerAlias(keyType, issuers, engine);
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, Socket socket) {
        return generations.current().keys().chooseServerAlias(keyType, issuers, socket);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        Generation generation = of(alias);
        return generation == null ? null : generation.keys().getCertificateChain(alias);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        Generation generation = of(alias);
        return generation == null ? null : generation.keys().getPrivateKey(alias);
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return generations.current().keys().getServerAliases(keyType, issuers);
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseClientAlias(String[] keyType, Principal @Nullable [] issuers, Socket socket) {
        return null;
    }
}

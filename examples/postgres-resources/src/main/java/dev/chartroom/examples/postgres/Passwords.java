package dev.chartroom.examples.postgres;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.ports.secret.SecretValues;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The passwords of roles, which are in Secrets of the same namespace. */
record Passwords(SecretValues secrets) {
    private static final String REFERENCE = "passwordSecretRef";

    /**
     * The spec with what Postgres is to keep of the password that it refers to.
     *
     * @param live the spec before; empty for an object that is to be made
     * @throws dev.chartroom.domain.status.ApiException Invalid if the password is not there for the user of this write
     */
    JsonObject in(ApplicationKind kind, Application application, JsonObject spec, @Nullable JsonObject live) {
        JsonObject reference = spec.objectOrEmpty(REFERENCE);
        if (reference.isEmpty()) {
            return live != null && live.has(REFERENCE) ? spec.with(Options.VERIFIER, JsonNull.NULL) : spec;
        }
        NamespacedName secret = new NamespacedName(application.metadata().namespace(), reference.stringOrEmpty("name"));
        Optional<byte[]> password = secrets.value(secret, reference.stringOrEmpty("key"));
        if (password.isEmpty() && live != null && reference.equals(live.get(REFERENCE))) {
            // The Secret may go first when a namespace is deleted, and who sets a label need not read it.
            return spec;
        }
        byte[] value = password.orElseThrow(() -> PostgresErrors.invalid(
                kind, application, REFERENCE, "there is no such key of a Secret that is offered"));
        return spec.with(Options.VERIFIER, new JsonString(Sql.verifier(value)));
    }
}

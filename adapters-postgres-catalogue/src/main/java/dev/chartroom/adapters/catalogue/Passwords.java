package dev.chartroom.adapters.catalogue;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.secret.SecretValues;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The passwords of roles, read from Secrets of the same namespace. */
record Passwords(SecretValues secrets) {
    private static final String REFERENCE = "passwordSecretRef";

    /**
     * Returns the spec with the verifier of the password that it refers to.
     *
     * @param live the spec before the write; empty for a new object
     * @throws dev.chartroom.apimachinery.status.ApiException Invalid if the user of this write cannot read the password
     */
    JsonObject in(ApplicationKind kind, Application application, JsonObject spec, @Nullable JsonObject live) {
        JsonObject reference = spec.objectOrEmpty(REFERENCE);
        if (reference.isEmpty()) {
            return live != null && live.has(REFERENCE) ? spec.with(Options.VERIFIER, JsonNull.NULL) : spec;
        }
        NamespacedName secret = new NamespacedName(application.metadata().namespace(), reference.stringOrEmpty("name"));
        Optional<byte[]> password = secrets.value(secret, reference.stringOrEmpty("key"));
        if (password.isEmpty() && live != null && reference.equals(live.get(REFERENCE))) {
            // Accept an unchanged reference: the Secret may be deleted before the role, and a user who only sets a
            // label needs no access to the Secret.
            return spec;
        }
        byte[] value = password.orElseThrow(() -> CatalogueErrors.invalid(
                kind, application, REFERENCE, "no Secret that is offered to Chartroom has this name and key"));
        return spec.with(Options.VERIFIER, new JsonString(Sql.verifier(value)));
    }
}

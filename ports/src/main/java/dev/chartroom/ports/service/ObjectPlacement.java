package dev.chartroom.ports.service;

import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.meta.ObjectMeta;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.validation.OwnerReferences;
import dev.chartroom.ports.service.ObjectDecoder.Decoded;
import java.util.List;
import java.util.function.Function;

/** Holds an object against the namespace and name of its request, and leaves each of its owners once. */
final class ObjectPlacement {
    private ObjectPlacement() {}

    /** A submitted object that replaces the one of this name. */
    static Decoded ofUpdate(NamespacedName name, Decoded submitted, WriteRequest request) {
        checkNamespace(name.namespace(), submitted.metadata());
        checkName(name.name(), submitted.metadata());
        return placed(name.namespace(), submitted, OwnerReferences::warnings, request);
    }

    /** What a patch makes of the object of this name. */
    static Decoded ofPatch(NamespacedName name, Decoded patched, WriteRequest request) {
        checkNamespace(name.namespace(), patched.metadata());
        checkName(name.name(), patched.metadata());
        return placed(name.namespace(), patched, OwnerReferences::warningsOfPatch, request);
    }

    /** What admission makes of an object. That it keeps its name is for validation to say. */
    static Decoded ofAdmitted(String namespace, Decoded admitted, WriteRequest request) {
        checkNamespace(namespace, admitted.metadata());
        return placed(namespace, admitted, OwnerReferences::warningsOfPatch, request);
    }

    private static Decoded placed(
            String namespace, Decoded decoded, Function<OwnerReferences, List<String>> warnings, WriteRequest request) {
        OwnerReferences owners = OwnerReferences.of(decoded.metadata().ownerReferences());
        warnings.apply(owners).forEach(request.warnings());
        return decoded.withMetadata(decoded.metadata().toBuilder()
                .namespace(namespace)
                .ownerReferences(owners.references())
                .build());
    }

    /**
     * As upstream, what an object says that can be in none is of no account.
     *
     * @throws ApiException BadRequest where a submitted object is of another namespace than the request
     */
    static void checkNamespace(String namespace, ObjectMeta metadata) {
        if (!namespace.isEmpty()
                && !metadata.namespace().isEmpty()
                && !metadata.namespace().equals(namespace)) {
            throw ApiException.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
    }

    /** @throws ApiException BadRequest where a submitted object has another name than the request */
    private static void checkName(String name, ObjectMeta metadata) {
        if (metadata.name().isEmpty()) {
            throw ApiException.badRequest(
                    "the name of the object (" + name + " based on URL) was undeterminable: name must be provided");
        }
        if (!metadata.name().equals(name)) {
            throw ApiException.badRequest("the name of the object (" + metadata.name()
                    + ") does not match the name on the URL (" + name + ")");
        }
    }
}

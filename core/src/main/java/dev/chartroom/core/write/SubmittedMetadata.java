package dev.chartroom.core.write;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.validation.OwnerReferences;
import dev.chartroom.core.write.ObjectDecoder.Decoded;
import java.util.List;
import java.util.function.Function;

/** Checks an object's namespace and name against its request, and removes duplicate owners. */
final class SubmittedMetadata {
    private SubmittedMetadata() {}

    /** Checks a submitted object that replaces the object of this name. */
    static Decoded ofUpdate(NamespacedName name, Decoded submitted, WriteRequest request) {
        checkNamespace(name.namespace(), submitted.metadata());
        checkName(name.name(), submitted.metadata());
        return withoutDuplicateOwners(name.namespace(), submitted, OwnerReferences::warnings, request);
    }

    /** Checks the result of a patch of the object of this name. */
    static Decoded ofPatch(NamespacedName name, Decoded patched, WriteRequest request) {
        checkNamespace(name.namespace(), patched.metadata());
        checkName(name.name(), patched.metadata());
        return withoutDuplicateOwners(name.namespace(), patched, OwnerReferences::warningsOfPatch, request);
    }

    /** Checks the result of admission, except for its name, which validation checks. */
    static Decoded ofAdmitted(String namespace, Decoded admitted, WriteRequest request) {
        checkNamespace(namespace, admitted.metadata());
        return withoutDuplicateOwners(namespace, admitted, OwnerReferences::warningsOfPatch, request);
    }

    private static Decoded withoutDuplicateOwners(
            String namespace, Decoded decoded, Function<OwnerReferences, List<String>> warnings, WriteRequest request) {
        OwnerReferences owners = OwnerReferences.of(decoded.metadata().ownerReferences());
        warnings.apply(owners).forEach(request.warnings());
        return decoded.withMetadata(decoded.metadata().toBuilder()
                .namespace(namespace)
                .ownerReferences(owners.references())
                .build());
    }

    /**
     * As in a kube-apiserver, the namespace of a cluster-scoped object is ignored.
     *
     * @throws ApiException BadRequest if a submitted object has another namespace than the request
     */
    static void checkNamespace(String namespace, ObjectMeta metadata) {
        if (!namespace.isEmpty()
                && !metadata.namespace().isEmpty()
                && !metadata.namespace().equals(namespace)) {
            throw ApiException.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
    }

    /** @throws ApiException BadRequest if a submitted object has another name than the request */
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

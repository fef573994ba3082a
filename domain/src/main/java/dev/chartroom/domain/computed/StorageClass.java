package dev.chartroom.domain.computed;

import dev.chartroom.apimachinery.json.JsonObject;

/** A storage class of the cluster. */
public record StorageClass(String name, boolean isDefault) {
    private static final String DEFAULT = "storageclass.kubernetes.io/is-default-class";

    /** Reads an object of the kind StorageClass, or its metadata alone. */
    public static StorageClass of(JsonObject object) {
        JsonObject metadata = object.objectOrEmpty("metadata");
        return new StorageClass(
                metadata.stringOrEmpty("name"),
                metadata.objectOrEmpty("annotations").stringOrEmpty(DEFAULT).equals("true"));
    }
}

package dev.chartroom.apimachinery.validation;

import java.util.Map;

/** A Go type of a field of metav1.ObjectMeta: the JSON that it accepts, and its name in messages. */
sealed interface GoShape {
    Text STRING = new Text("string");

    /** The metadata of every object. */
    Struct OBJECT_META = new Struct(
            "ObjectMeta",
            Map.ofEntries(
                    Map.entry("name", STRING),
                    Map.entry("generateName", STRING),
                    Map.entry("namespace", STRING),
                    Map.entry("selfLink", STRING),
                    Map.entry("uid", new Text("types.UID")),
                    Map.entry("resourceVersion", STRING),
                    Map.entry("generation", new Whole(false)),
                    Map.entry("creationTimestamp", new Time()),
                    Map.entry("deletionTimestamp", new Time()),
                    Map.entry("deletionGracePeriodSeconds", new Whole(true)),
                    Map.entry("labels", new Texts()),
                    Map.entry("annotations", new Texts()),
                    Map.entry(
                            "ownerReferences",
                            new Items(new Struct(
                                    "OwnerReference",
                                    Map.of(
                                            "apiVersion", new Required(STRING),
                                            "kind", new Required(STRING),
                                            "name", new Required(STRING),
                                            "uid", new Required(new Text("types.UID")),
                                            "controller", new Truth(),
                                            "blockOwnerDeletion", new Truth())))),
                    Map.entry("finalizers", new Items(new Required(STRING))),
                    Map.entry(
                            "managedFields",
                            new Items(new Struct(
                                    "ManagedFieldsEntry",
                                    Map.of(
                                            "manager", STRING,
                                            "operation", new Text("v1.ManagedFieldsOperationType"),
                                            "apiVersion", STRING,
                                            "time", new Time(),
                                            "fieldsType", STRING,
                                            "fieldsV1", new Raw(),
                                            "subresource", STRING))))));

    /** Returns the name of the type in messages. */
    String goName();

    record Text(String goName) implements GoShape {}

    /** @param pointer whether the Go field is a pointer, so that zero differs from absence */
    record Whole(boolean pointer) implements GoShape {
        @Override
        public String goName() {
            return "int64";
        }
    }

    record Truth() implements GoShape {
        @Override
        public String goName() {
            return "bool";
        }
    }

    /** A time in RFC 3339. */
    record Time() implements GoShape {
        @Override
        public String goName() {
            return "string";
        }
    }

    record Texts() implements GoShape {
        @Override
        public String goName() {
            return "map[string]string";
        }
    }

    /** Any JSON. */
    record Raw() implements GoShape {
        @Override
        public String goName() {
            return "v1.FieldsV1";
        }
    }

    /** A string that is encoded even if it is empty. */
    record Required(Text text) implements GoShape {
        @Override
        public String goName() {
            return text.goName();
        }
    }

    record Items(GoShape item) implements GoShape {
        @Override
        public String goName() {
            return "[]" + item.goName();
        }
    }

    record Struct(String name, Map<String, GoShape> fields) implements GoShape {
        @Override
        public String goName() {
            return "v1." + name;
        }
    }
}

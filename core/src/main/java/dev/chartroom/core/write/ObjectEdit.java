package dev.chartroom.core.write;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.patch.HiddenMembers;
import java.util.List;

/** A change of an object that depends on the object, so it can be computed again for a newer state of the object. */
public interface ObjectEdit {

    /**
     * Returns the object after the change.
     *
     * @param hidden the members that the object does not show. Only a JSON patch removes them
     * @throws IllegalArgumentException if the change does not fit the object
     */
    JsonValue apply(JsonObject object, HiddenMembers hidden);

    /** Returns the spec of a merge patch, with its nulls; empty if there is none. */
    JsonObject mergedSpec();

    /**
     * Returns the messages about duplicate or unknown fields of the change itself, one for each field (wire contract
     * D29).
     */
    List<String> strictErrors();
}

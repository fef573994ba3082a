package dev.chartroom.apimachinery.schema.constraint;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The part of a schema that correlates the values of an old object with those of a new one. */
public interface Correlatable {
    /** Returns the schema of a member; null if the schema does not know the member. */
    @Nullable
    Correlatable member(String name);

    /** Returns the schema of every item; null if there is none. */
    @Nullable
    Correlatable items();

    /** Returns the keys of a list of type map; empty for every other list. */
    List<String> mapKeys();
}

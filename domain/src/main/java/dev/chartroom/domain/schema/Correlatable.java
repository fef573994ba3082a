package dev.chartroom.domain.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A schema, as far as it says which value of an old object became which value of a new one. */
interface Correlatable {
    /** Of the member of that name; null where the schema does not know it. */
    @Nullable
    Correlatable member(String name);

    /** Of every item; null where there is none. */
    @Nullable
    Correlatable items();

    /** The keys of a list of type map; empty for every other list. */
    List<String> mapKeys();
}

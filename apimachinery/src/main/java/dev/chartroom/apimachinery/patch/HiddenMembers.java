package dev.chartroom.apimachinery.patch;

import dev.chartroom.apimachinery.json.JsonPointer;

/**
 * The members of objects that a document does not show. A JSON patch can remove a hidden member, but can neither read
 * nor change it.
 */
@FunctionalInterface
public interface HiddenMembers {
    /** A document without hidden members. */
    HiddenMembers NONE = _ -> false;

    /**
     * Removes a hidden member.
     *
     * @param path the path of a member that the document neither has nor had before the patch. Each list on the path
     *     has its original item at that index
     * @return whether there is such a member
     */
    boolean remove(JsonPointer path);
}

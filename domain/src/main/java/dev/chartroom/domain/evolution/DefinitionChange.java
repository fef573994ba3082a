package dev.chartroom.domain.evolution;

/**
 * One difference between two definitions of a kind.
 *
 * @param path a field of the definition, such as {@code spec.release.prefix}, or of an object's spec, such as
 *     {@code spec.users[*].name}
 * @param sentence the difference
 */
public record DefinitionChange(Impact impact, String path, String sentence) {

    @Override
    public String toString() {
        return impact.text() + ": " + path + ": " + sentence;
    }
}

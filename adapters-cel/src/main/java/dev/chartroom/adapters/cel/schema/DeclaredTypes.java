package dev.chartroom.adapters.cel.schema;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableMap;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The types that a structural schema declares to the type checker. Each object has its own type, named by its path. A
 * value without a CEL type is not declared, and neither is a list or map of such values.
 */
public final class DeclaredTypes implements CelTypeProvider {
    private final ImmutableMap<String, CelType> byName;
    private final CelType root;

    private DeclaredTypes(StructuralSchema schema) {
        Map<String, CelType> structs = new LinkedHashMap<>();
        root = type(schema, "selfType", structs)
                .orElseThrow(() -> new IllegalArgumentException(
                        "must not be set here, because expressions cannot see a value whose type is not declared"));
        byName = ImmutableMap.copyOf(structs);
    }

    /** @throws IllegalArgumentException if expressions cannot see values of the schema */
    public static DeclaredTypes of(StructuralSchema schema) {
        return new DeclaredTypes(schema);
    }

    /** Returns the type of {@code self}. */
    public CelType root() {
        return root;
    }

    @Override
    public ImmutableCollection<CelType> types() {
        return byName.values();
    }

    @Override
    public Optional<CelType> findType(String typeName) {
        return Optional.ofNullable(byName.get(typeName));
    }

    private static Optional<CelType> type(StructuralSchema schema, String name, Map<String, CelType> structs) {
        return switch (schema.kind()) {
            case INT_OR_STRING -> Optional.of(SimpleType.DYN);
            case INTEGER -> Optional.of(SimpleType.INT);
            case NUMBER -> Optional.of(SimpleType.DOUBLE);
            case BOOLEAN -> Optional.of(SimpleType.BOOL);
            case STRING -> Optional.of(text(schema.format()));
            case UNKNOWN -> Optional.empty();
            case ARRAY ->
                Optional.ofNullable(schema.items())
                        .flatMap(items -> type(items, name + ".@idx", structs))
                        .map(ListType::create);
            case OBJECT ->
                schema.values() == null || schema.hasProperties()
                        ? Optional.of(struct(schema, name, structs))
                        : type(schema.values(), name + ".@elem", structs)
                                .map(values -> MapType.create(SimpleType.STRING, values));
        };
    }

    private static CelType text(String format) {
        return switch (format) {
            case "byte" -> SimpleType.BYTES;
            case "duration" -> SimpleType.DURATION;
            case "date", "date-time" -> SimpleType.TIMESTAMP;
            default -> SimpleType.STRING;
        };
    }

    private static CelType struct(StructuralSchema schema, String name, Map<String, CelType> structs) {
        ImmutableMap.Builder<String, CelType> fields = ImmutableMap.builder();
        schema.properties()
                .forEach((property, declared) -> MemberNames.escape(property)
                        .ifPresent(field -> type(declared, name + "." + field, structs)
                                .ifPresent(type -> fields.put(field, type))));
        ImmutableMap<String, CelType> types = fields.buildOrThrow();
        StructType struct = StructType.create(name, types.keySet(), field -> Optional.ofNullable(types.get(field)));
        structs.put(name, struct);
        return struct;
    }
}

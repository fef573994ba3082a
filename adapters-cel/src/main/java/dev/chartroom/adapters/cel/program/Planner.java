package dev.chartroom.adapters.cel.program;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.ast.CelExpr.CelComprehension;
import dev.cel.common.ast.CelExpr.CelStruct;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.TypeType;
import dev.chartroom.adapters.cel.environment.Functions;
import dev.chartroom.adapters.cel.library.CelFunction;
import dev.chartroom.adapters.cel.library.Patterns;
import dev.chartroom.adapters.cel.value.Bytes;
import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.CelNull;
import dev.chartroom.adapters.cel.value.ListValue;
import dev.chartroom.adapters.cel.value.TypeValue;
import dev.chartroom.adapters.cel.value.Uint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compiles a checked expression to nodes. Throws an IllegalArgumentException for an expression that could never
 * succeed.
 */
final class Planner {
    private static final Set<String> CONVERSIONS =
            Set.of("bool", "bytes", "double", "duration", "dyn", "int", "string", "timestamp", "type", "uint");

    private final CelAbstractSyntaxTree ast;
    private final Map<String, Integer> slots = new HashMap<>();
    private final Declarations declarations;
    private final Set<String> used = new HashSet<>();
    /** The ids of identifiers whose evaluation costs nothing. */
    private final Set<Long> uncharged = new HashSet<>();

    private int variables;
    private boolean insideFormat;

    Planner(CelAbstractSyntaxTree ast, Declarations declarations) {
        this.ast = ast;
        this.declarations = declarations;
        for (String name : declarations.variables()) {
            int slot = declare(name);
            // The type checker uses this name to distinguish the variable from a macro's variable of the same name.
            slots.put("." + name, slot);
        }
    }

    Node plan() {
        return node(ast.getExpr());
    }

    /** Returns the number of variables: the declared variables and the variables of macros. */
    int variables() {
        return variables;
    }

    /** Returns the declared variables that the expression uses. */
    Set<String> used() {
        return used;
    }

    private Node node(CelExpr expr) {
        return switch (expr.getKind()) {
            case CONSTANT -> constant(value(expr.constant()));
            case IDENT -> identifier(expr, expr.ident().name());
            case SELECT -> select(expr);
            case CALL -> call(expr);
            case LIST -> list(expr);
            case MAP -> map(expr);
            case COMPREHENSION -> fold(expr.comprehension());
            case STRUCT -> struct(expr.struct());
            case NOT_SET -> throw new IllegalArgumentException("is empty");
        };
    }

    private static Node constant(Object value) {
        return new Constant(value);
    }

    private static Object value(CelConstant constant) {
        return switch (constant.getKind()) {
            case NULL_VALUE -> CelNull.NULL;
            case BOOLEAN_VALUE -> constant.booleanValue();
            case INT64_VALUE -> constant.int64Value();
            case UINT64_VALUE -> new Uint(constant.uint64Value().longValue());
            case DOUBLE_VALUE -> constant.doubleValue();
            case STRING_VALUE -> constant.stringValue();
            case BYTES_VALUE -> new Bytes(constant.bytesValue().toByteArray());
            case NOT_SET, DURATION_VALUE, TIMESTAMP_VALUE ->
                throw new IllegalArgumentException("has a constant of an unknown type");
        };
    }

    private Node identifier(CelExpr expr, String name) {
        Integer slot = slots.get(name);
        if (slot == null) {
            return type(expr, name);
        }
        if (slot < declarations.variables().size()) {
            used.add(declarations.variables().get(slot));
        }
        return uncharged.contains(expr.id())
                ? frame -> frame.variable(slot)
                : frame -> {
                    frame.charge(1);
                    return frame.variable(slot);
                };
    }

    private Node type(CelExpr expr, String name) {
        if (ast.getType(expr.id()).orElse(null) instanceof TypeType type) {
            return constant(
                    new TypeValue(name.equals("type") ? name : type.type().name()));
        }
        throw new IllegalArgumentException("refers to \"" + name + "\", which is not declared");
    }

    private Node select(CelExpr expr) {
        if (ast.getReference(expr.id()).isPresent()) {
            return identifier(expr, ast.getReferenceOrThrow(expr.id()).name());
        }
        Node operand = operand(expr.select().operand());
        String field = expr.select().field();
        return expr.select().testOnly() ? Access.has(operand, field) : Access.get(operand, constant(field));
    }

    /** Returns the operand of an access to a member or an element. */
    private Node operand(CelExpr expr) {
        return Attributes.is(expr) ? node(expr) : Access.relative(node(expr));
    }

    private Node call(CelExpr expr) {
        CelCall call = expr.call();
        List<CelExpr> operands = new ArrayList<>();
        call.target().ifPresent(operands::add);
        operands.addAll(call.args());
        if (call.function().equals("_?_:_")) {
            Attributes.root(operands.get(1)).ifPresent(root -> uncharged.add(root.id()));
            Attributes.root(operands.get(2)).ifPresent(root -> uncharged.add(root.id()));
        }
        boolean outside = insideFormat;
        insideFormat |= call.function().equals("format");
        boolean access = Attributes.isAccess(call.function());
        List<Node> nodes = operands.stream()
                .map(argument ->
                        access && argument.id() == operands.getFirst().id() ? operand(argument) : node(argument))
                .toList();
        insideFormat = outside;
        return switch (call.function()) {
            case "_&&_" -> Logic.and(nodes.get(0), nodes.get(1));
            case "_||_" -> Logic.or(nodes.get(0), nodes.get(1));
            case "_?_:_" -> Logic.conditional(nodes.get(0), nodes.get(1), nodes.get(2));
            case "@not_strictly_false", "__not_strictly_false__" -> Logic.notStrictlyFalse(nodes.get(0));
            case "_[_]" -> Access.get(nodes.get(0), nodes.get(1));
            case "_[?_]", "_?._" -> Access.getOptional(nodes.get(0), nodes.get(1));
            case "or" -> Logic.optionalOr(nodes.get(0), nodes.get(1));
            case "orValue" -> Logic.optionalOrValue(nodes.get(0), nodes.get(1));
            default -> folded(new Call(call.function(), function(expr, call.function(), operands), nodes));
        };
    }

    /**
     * Replaces the conversion of a constant with the converted constant. Replaces the operator {@code in} on a constant
     * list with a lookup.
     */
    private static Node folded(Call call) {
        if (call.name().equals("@in")
                && call.arguments().get(1) instanceof Constant(ListValue list)
                && Membership.isPossible(list)) {
            return Membership.of(call.arguments().get(0), list);
        }
        if (!CONVERSIONS.contains(call.name()) || !(call.arguments().get(0) instanceof Constant(Object value))) {
            return call;
        }
        try {
            Object converted = call.function().apply(new Object[] {value});
            return converted instanceof CelError ? call : constant(converted);
        } catch (CelFailure _) {
            return call;
        }
    }

    private CelFunction function(CelExpr expr, String name, List<CelExpr> operands) {
        List<String> overloads = ast.getReference(expr.id())
                .<List<String>>map(reference -> reference.overloadIds())
                .orElse(List.of());
        boolean isResolved = overloads.size() == 1 && operands.stream().allMatch(this::hasKnownType);
        CelFunction function = Functions.find(name, isResolved ? overloads.getFirst() : "");
        if (function == null) {
            throw new IllegalArgumentException("uses the function " + name + ", which is not supported here");
        }
        return checkLiterals(name, function, operands);
    }

    private boolean hasKnownType(CelExpr operand) {
        return switch (ast.getTypeOrThrow(operand.id()).kind()) {
            case DYN, ANY, TYPE_PARAM -> false;
            default -> true;
        };
    }

    /** Compiles constant patterns once. Constant patterns, durations and timestamps must be valid. */
    private static CelFunction checkLiterals(String name, CelFunction function, List<CelExpr> operands) {
        try {
            String text = literal(operands, name.equals("duration") || name.equals("timestamp") ? 0 : 1);
            return switch (name) {
                case "matches", "find", "findAll" -> text == null ? function : Patterns.compiled(name, text);
                case "duration", "timestamp" -> {
                    if (text != null && function.apply(new Object[] {text}) instanceof CelError error) {
                        throw new CelFailure(error.message());
                    }
                    yield function;
                }
                default -> function;
            };
        } catch (CelFailure e) {
            throw new IllegalArgumentException(
                    "has a literal that is not a valid argument of " + name + ": " + e.getMessage(), e);
        }
    }

    private static @Nullable String literal(List<CelExpr> operands, int index) {
        return index < operands.size()
                        && operands.get(index).constantOrDefault().getKind() == CelConstant.Kind.STRING_VALUE
                ? operands.get(index).constant().stringValue()
                : null;
    }

    private Node list(CelExpr expr) {
        List<CelExpr> elements = expr.list().elements();
        List<Integer> optional = expr.list().optionalIndices();
        List<Construction.Element> nodes = new ArrayList<>();
        CelType type = null;
        for (int i = 0; i < elements.size(); i++) {
            boolean isOptional = optional.contains(i);
            type = commonType(type, elements.get(i), isOptional);
            nodes.add(new Construction.Element(node(elements.get(i)), isOptional));
        }
        return Construction.list(List.copyOf(nodes));
    }

    private Node map(CelExpr expr) {
        List<Construction.Entry> entries = new ArrayList<>();
        CelType keys = null;
        CelType values = null;
        for (CelExpr.CelMap.Entry entry : expr.map().entries()) {
            keys = commonType(keys, entry.key(), false);
            values = commonType(values, entry.value(), entry.optionalEntry());
            entries.add(new Construction.Entry(node(entry.key()), node(entry.value()), entry.optionalEntry()));
        }
        return Construction.map(List.copyOf(entries));
    }

    private Node struct(CelStruct struct) {
        String type = struct.messageName();
        if (!declarations.structs().knows(type)) {
            throw new IllegalArgumentException("constructs a value of type " + type + ", which is not declared");
        }
        List<Construction.Field> fields = struct.entries().stream()
                .map(entry -> new Construction.Field(entry.fieldKey(), node(entry.value()), entry.optionalEntry()))
                .toList();
        return Construction.struct(type, fields, declarations.structs());
    }

    /**
     * The elements of a list and the entries of a map must have one type, except inside the arguments of
     * {@code format}.
     */
    private CelType commonType(@Nullable CelType type, CelExpr element, boolean optional) {
        CelType actual = ast.getTypeOrThrow(element.id());
        CelType found = optional && actual instanceof OptionalType holder
                ? holder.parameters().getFirst()
                : actual;
        if (!insideFormat && type != null && !type.isAssignableFrom(found) && !found.isAssignableFrom(type)) {
            throw new IllegalArgumentException("expected type '" + type.name() + "' but found '" + found.name() + "'");
        }
        return type == null ? found : type;
    }

    private Node fold(CelComprehension loop) {
        Node range = node(loop.iterRange());
        Node start = node(loop.accuInit());
        Map<String, Integer> outer = new HashMap<>(slots);
        int accumulator = declare(loop.accuVar());
        int first = declare(loop.iterVar());
        int second = loop.iterVar2().isEmpty() ? -1 : declare(loop.iterVar2());
        Node condition = node(loop.loopCondition());
        Node step = node(loop.loopStep());
        slots.clear();
        slots.putAll(outer);
        slots.put(loop.accuVar(), accumulator);
        Node result = node(loop.result());
        slots.clear();
        slots.putAll(outer);
        return new Fold(range, accumulator, start, first, second, condition, step, result);
    }

    private int declare(String name) {
        slots.put(name, variables);
        return variables++;
    }
}

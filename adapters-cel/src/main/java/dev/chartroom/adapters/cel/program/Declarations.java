package dev.chartroom.adapters.cel.program;

import java.util.List;

/**
 * The names that expressions of one kind can refer to, besides functions.
 *
 * @param variables the names of the variables, in the order of their values in {@link Program#run}; a name may be
 *     qualified
 * @param structs constructs values of message types
 */
public record Declarations(List<String> variables, Structs structs) {
    public Declarations {
        variables = List.copyOf(variables);
    }
}

package dev.chartroom.adapters.cel.program;

import java.util.List;

/**
 * What expressions of one kind may speak of, besides functions.
 *
 * @param variables the names of the variables, in the order in which their values are given to a program; a name may be
 *     qualified
 * @param structs what constructs values of message types
 */
public record Declarations(List<String> variables, Structs structs) {
    public Declarations {
        variables = List.copyOf(variables);
    }
}

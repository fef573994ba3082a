package dev.chartroom.adapters.cel.library;

/** Implements a function. Stateless. */
@FunctionalInterface
public interface CelFunction {
    /**
     * @param arguments values, none of them a CelError; the receiver of a member function is the first argument
     * @return a value, or a CelError
     * @throws dev.chartroom.adapters.cel.value.CelFailure has the same effect as a CelError
     */
    Object apply(Object[] arguments);
}

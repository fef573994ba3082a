package dev.chartroom.adapters.cel.library;

/** What a function does. Stateless. */
@FunctionalInterface
public interface CelFunction {
    /**
     * @param arguments values, none of them a CelError; of a member function the receiver comes first
     * @return a value, or a CelError
     * @throws dev.chartroom.adapters.cel.value.CelFailure where there is no value, as another way to say so
     */
    Object apply(Object[] arguments);
}

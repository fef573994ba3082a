package dev.chartroom.benchmarks;

import java.util.concurrent.Flow;
import java.util.function.Consumer;

/** Consumes every line as it arrives. */
record LineSubscriber(Consumer<String> lines) implements Flow.Subscriber<String> {
    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(String line) {
        lines.accept(line);
    }

    @Override
    public void onError(Throwable throwable) {}

    @Override
    public void onComplete() {}
}

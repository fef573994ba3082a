package dev.chartroom.e2e.parity;

import dev.chartroom.e2e.ControlPlane;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;

/** Both sides on one control plane. */
record Sides(Side crd, ChartroomSide chartroom) implements AutoCloseable {

    /** What both answered to a case. */
    record Answers(List<StepAnswer> crd, List<StepAnswer> ours) {}

    static Sides start(ControlPlane controlPlane, List<TestKind> kinds) {
        Side crd = CrdSide.start(controlPlane, kinds);
        return new Sides(crd, ChartroomSide.start(controlPlane, kinds));
    }

    /** Runs a case on both at the same time, in a namespace that is new. */
    Answers run(ParityCase parityCase, TestKind kind, String namespace) {
        CrdSide.createNamespace(crd, namespace);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var theirs = CompletableFuture.supplyAsync(() -> CaseRun.run(parityCase, kind, crd, namespace), threads);
            var ours = CompletableFuture.supplyAsync(
                    () -> CaseRun.run(parityCase, kind, chartroom.side(), namespace), threads);
            return new Answers(theirs.join(), ours.join());
        }
    }

    @Override
    public void close() {
        chartroom.close();
        crd.close();
    }
}

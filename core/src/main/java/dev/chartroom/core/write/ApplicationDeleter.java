package dev.chartroom.core.write;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.core.retry.RetryOnConflict;
import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.Operation;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.admission.Admission;
import dev.chartroom.ports.admission.AdmissionContext;
import dev.chartroom.ports.auth.RequestUser;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteOutcome;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Deletes Applications. Thread-safe. */
public final class ApplicationDeleter {
    private static final long PAGE = 500;

    /** Flux may update the status of the release at any time, and admission must be called again after each update. */
    private static final RetryOnConflict ATTEMPTS = new RetryOnConflict(20);

    private final ApplicationStore store;
    private final Admission admission;

    public ApplicationDeleter(ApplicationStore store, Admission admission) {
        this.store = store;
        this.admission = admission;
    }

    /**
     * Deletes an object (wire contract D65 to D69). If resources of its release stay, the client gets a warning.
     *
     * @throws ApiException an error of {@link ApplicationStore#delete} or of admission
     */
    public DeleteOutcome delete(
            ApplicationKind kind, NamespacedName name, DeleteRequest request, AdmissionContext context) {
        return admission.concernsDeletionOf(kind)
                ? deleteAdmitted(kind, name, name.name(), request, context)
                : deleteAs(kind, name, request, context);
    }

    /**
     * Deletes an object only in the state that admission saw. If the object changes meanwhile, calls admission again.
     */
    private DeleteOutcome deleteAdmitted(
            ApplicationKind kind,
            NamespacedName name,
            String knownName,
            DeleteRequest request,
            AdmissionContext context) {
        return ATTEMPTS.run(attempt -> {
            StoredApplication current = store.current(kind, name);
            ServerCapacity.current()
                    .ifPresent(share -> share.acquireTurn(current.application().toJson()));
            request.check(kind, current);
            admission.admitDeletion(
                    new AdmissionAttributes(
                            kind,
                            "",
                            name.namespace(),
                            knownName,
                            Operation.DELETE,
                            context.optionsOf("DeleteOptions"),
                            request.dryRun(),
                            context.user(),
                            null,
                            current.shown().toJson()),
                    context.notes());
            return attempt.write(() -> deleteAs(kind, name, request.ofExactly(current.metadata()), context));
        });
    }

    /**
     * Deletes every object that a list would return (wire contract D71), one by one. It is no error if an object is
     * already gone. As in a list, a limit or a continue token selects one page.
     *
     * @return the list, with the objects in their state before the deletion
     */
    public ApplicationPage deleteCollection(
            ApplicationKind kind, ListRequest selection, DeleteRequest request, AdmissionContext context) {
        boolean onePage = selection.limit() > 0 || !selection.continueToken().isEmpty();
        ApplicationPage first = store.list(kind, onePage ? selection : inPages(selection));
        delete(kind, first, request, context);
        if (onePage || first.continueToken().isEmpty()) {
            return first;
        }
        List<ServedApplication> items = new ArrayList<>(first.items());
        ApplicationPage page = first;
        while (!page.continueToken().isEmpty()) {
            page = store.list(kind, inPages(selection).withContinue(page.continueToken()));
            delete(kind, page, request, context);
            items.addAll(page.items());
        }
        return new ApplicationPage(first.resourceVersion(), items, "", null);
    }

    private void delete(ApplicationKind kind, ApplicationPage page, DeleteRequest request, AdmissionContext context) {
        boolean isAdmitted = admission.concernsDeletionOf(kind);
        for (ServedApplication item : page.items()) {
            try {
                if (isAdmitted) {
                    // As in a kube-apiserver, a request for a whole collection names no object.
                    deleteAdmitted(kind, item.namespacedName(), "", request, context);
                } else {
                    deleteAs(kind, item.namespacedName(), request, context);
                }
            } catch (ApiException e) {
                if (!(e.error() instanceof ApiError.NotFound)) {
                    throw e;
                }
            }
        }
    }

    private static ListRequest inPages(ListRequest selection) {
        return new ListRequest(
                selection.namespace(),
                selection.labelSelector(),
                selection.fieldSelector(),
                PAGE,
                "",
                selection.resourceVersion(),
                selection.resourceVersionMatch());
    }

    private DeleteOutcome deleteAs(
            ApplicationKind kind, NamespacedName name, DeleteRequest request, AdmissionContext context) {
        DeleteOutcome outcome = RequestUser.during(context.user(), () -> store.delete(kind, name, request));
        kind.deletion().warning(keptRelease(kind, outcome.application())).ifPresent(context.notes()::warn);
        return outcome;
    }

    /** Returns the name of the release that Flux deletes without an uninstall; empty if there is none. */
    private static Optional<String> keptRelease(ApplicationKind kind, StoredApplication deleted) {
        boolean isKeptLater = kind.deletion().retains() && kind.release().isProjected();
        return deleted.suspendedRelease()
                .or(() -> isKeptLater
                        ? Optional.of(
                                kind.release().releaseName(deleted.metadata().name()))
                        : Optional.empty());
    }
}

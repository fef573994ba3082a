package dev.chartroom.domain.subresource;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The subresources of a kind in one version, as its definition declares them.
 *
 * @param declared the subresources, in the order in which discovery lists them
 * @param scalePaths the fields of the scale subresource; empty exactly if the kind does not have that subresource
 * @param restarted the workloads that the restart subresource restarts
 * @param endpoints the objects that the access subresource shows
 * @param credentials the Secrets that the credentials subresource shows
 * @param related the kinds that the resources subresource shows in addition
 * @param comparesRevisions whether the history shows what changed in each revision
 */
public record Subresources(
        Set<Subresource> declared,
        Optional<ScalePaths> scalePaths,
        List<WorkloadSelector> restarted,
        List<EndpointSelector> endpoints,
        CredentialRules credentials,
        List<RelatedKind> related,
        boolean comparesRevisions) {
    /** The subresources of a kind that declares none. */
    public static final Subresources NONE =
            new Subresources(Set.of(), Optional.empty(), List.of(), List.of(), CredentialRules.NONE, List.of(), false);

    public Subresources {
        restarted = List.copyOf(restarted);
        endpoints = List.copyOf(endpoints);
        related = List.copyOf(related);
        EnumSet<Subresource> ordered = EnumSet.noneOf(Subresource.class);
        ordered.addAll(declared);
        scalePaths.ifPresent(_ -> ordered.add(Subresource.SCALE));
        declared = Collections.unmodifiableSet(ordered);
    }

    /** Returns these subresources and the scale subresource. */
    public Subresources withScale(ScalePaths paths) {
        return new Subresources(
                declared, Optional.of(paths), restarted, endpoints, credentials, related, comparesRevisions);
    }

    public boolean has(Subresource subresource) {
        return declared.contains(subresource);
    }
}

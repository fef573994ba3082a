package dev.chartroom.adapters.kubernetes.admission;

import dev.chartroom.domain.admission.AdmissionExpressions;
import dev.chartroom.domain.admission.AdmissionHooks;
import dev.chartroom.domain.admission.AdmissionHooks.Bound;
import dev.chartroom.domain.admission.MutatingPolicy;
import dev.chartroom.domain.admission.ParamKind;
import dev.chartroom.domain.admission.PolicyBinding;
import dev.chartroom.domain.admission.ValidatingPolicy;
import dev.chartroom.domain.admission.Webhook;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.Reflector;
import dev.chartroom.ports.admission.AdmissionHookSource;
import dev.chartroom.ports.json.JsonCodec;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The policies, bindings and webhooks of {@code admissionregistration.k8s.io/v1}. Each change makes a new snapshot.
 * Only the changed objects are compiled again. If Chartroom cannot read a part of the configuration, it admits no
 * request, because that part might deny the request.
 */
final class ClusterAdmissionHooks implements AdmissionHookSource, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ClusterAdmissionHooks.class.getName());
    private static final String GROUP = "/apis/admissionregistration.k8s.io/v1/";
    private static final String UNREAD = "the policies and webhooks of the cluster have not been read yet";

    private final CompiledOnce<ValidatingPolicy> validatingPolicies;
    private final CompiledOnce<MutatingPolicy> mutatingPolicies;
    private final CompiledOnce<PolicyBinding> validatingBindings = new CompiledOnce<>(PolicyBinding::of);
    private final CompiledOnce<PolicyBinding> mutatingBindings = new CompiledOnce<>(PolicyBinding::of);
    private final CompiledOnce<List<Webhook>> validatingWebhooks;
    private final CompiledOnce<List<Webhook>> mutatingWebhooks;
    private final Consumer<Set<ParamKind>> paramKinds;
    private final Object refreshing = new Object();
    /** Null until all reflectors are started. */
    private @Nullable Resources resources;

    private volatile @Nullable AdmissionHooks hooks;
    private volatile String problem = UNREAD;

    private record Resources(
            Reflector validatingPolicies,
            Reflector validatingBindings,
            Reflector mutatingPolicies,
            Reflector mutatingBindings,
            Reflector validatingWebhooks,
            Reflector mutatingWebhooks) {

        List<Reflector> all() {
            return List.of(
                    validatingPolicies,
                    validatingBindings,
                    mutatingPolicies,
                    mutatingBindings,
                    validatingWebhooks,
                    mutatingWebhooks);
        }
    }

    private ClusterAdmissionHooks(AdmissionExpressions expressions, Consumer<Set<ParamKind>> paramKinds) {
        this.paramKinds = paramKinds;
        validatingPolicies = new CompiledOnce<>(policy -> ValidatingPolicy.of(policy, expressions));
        mutatingPolicies = new CompiledOnce<>(policy -> MutatingPolicy.of(policy, expressions));
        validatingWebhooks = new CompiledOnce<>(configuration -> Webhook.allOf(configuration, expressions));
        mutatingWebhooks = new CompiledOnce<>(configuration -> Webhook.allOf(configuration, expressions));
    }

    /**
     * Lists and watches the configuration in the background.
     *
     * @param paramKinds receives the parameter kinds of all policies after each change. It must return at once, because
     *     the change takes effect only afterwards.
     */
    static ClusterAdmissionHooks start(
            KubernetesHttp http,
            JsonCodec codec,
            AdmissionExpressions expressions,
            Consumer<Set<ParamKind>> paramKinds) {
        ClusterAdmissionHooks started = new ClusterAdmissionHooks(expressions, paramKinds);
        Function<String, Reflector> follow =
                resource -> Reflector.start(http, codec, GROUP + resource, started::refresh);
        synchronized (started.refreshing) {
            started.resources = new Resources(
                    follow.apply("validatingadmissionpolicies"),
                    follow.apply("validatingadmissionpolicybindings"),
                    follow.apply("mutatingadmissionpolicies"),
                    follow.apply("mutatingadmissionpolicybindings"),
                    follow.apply("validatingwebhookconfigurations"),
                    follow.apply("mutatingwebhookconfigurations"));
        }
        return started;
    }

    @Override
    public Optional<AdmissionHooks> hooks() {
        return Optional.ofNullable(hooks);
    }

    /** Returns why no request is admitted; empty if the configuration is in effect. For readiness. */
    Optional<String> problem() {
        return hooks == null ? Optional.of(problem) : Optional.empty();
    }

    private void refresh() {
        synchronized (refreshing) {
            Resources all = resources;
            if (all == null || !all.all().stream().allMatch(Reflector::isLoaded)) {
                return;
            }
            try {
                AdmissionHooks read = read(all);
                paramKinds.accept(kinds(read));
                hooks = read;
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "Chartroom rejects all writes because it cannot read a policy or webhook", e);
                problem = "a policy or webhook cannot be read: " + e.getMessage();
                hooks = null;
            }
        }
    }

    private AdmissionHooks read(Resources all) {
        return new AdmissionHooks(
                bound(
                        mutatingPolicies.of(all.mutatingPolicies.all()),
                        policy -> policy.definition().name(),
                        mutatingBindings.of(all.mutatingBindings.all())),
                webhooks(mutatingWebhooks.of(all.mutatingWebhooks.all())),
                bound(
                        validatingPolicies.of(all.validatingPolicies.all()),
                        policy -> policy.definition().name(),
                        validatingBindings.of(all.validatingBindings.all())),
                webhooks(validatingWebhooks.of(all.validatingWebhooks.all())));
    }

    private static Set<ParamKind> kinds(AdmissionHooks hooks) {
        return Stream.concat(
                        hooks.mutatingPolicies().stream()
                                .map(bound -> bound.policy().definition().paramKind()),
                        hooks.validatingPolicies().stream()
                                .map(bound -> bound.policy().definition().paramKind()))
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }

    /** Combines policies with their bindings. A policy without a binding has no effect. */
    private static <P> List<Bound<P>> bound(List<P> policies, Function<P, String> name, List<PolicyBinding> bindings) {
        return policies.stream()
                .map(policy -> new Bound<>(
                        policy,
                        bindings.stream()
                                .filter(binding -> binding.policyName().equals(name.apply(policy)))
                                .toList()))
                .filter(bound -> !bound.bindings().isEmpty())
                .toList();
    }

    private static List<Webhook> webhooks(List<List<Webhook>> configurations) {
        return configurations.stream().flatMap(List::stream).toList();
    }

    @Override
    public void close() {
        synchronized (refreshing) {
            if (resources != null) {
                resources.all().forEach(Reflector::close);
            }
        }
    }
}

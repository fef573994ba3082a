package dev.chartroom.core.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.AdmissionHooks;
import dev.chartroom.domain.admission.Operation;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.admission.Admission;
import dev.chartroom.ports.admission.AdmissionHookSource;
import dev.chartroom.ports.admission.AdmissionNotes;
import dev.chartroom.ports.admission.NamespaceDirectory;
import dev.chartroom.ports.admission.PolicyParams;
import dev.chartroom.ports.admission.WebhookClient;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.json.JsonCodec;

/**
 * Admission as the cluster configures it, in the apiserver's order. It first checks the lifecycle of the namespace.
 * Then it calls mutating policies, then mutating webhooks, and both again if the object was changed. Finally it calls
 * validating policies, and then validating webhooks.
 */
public final class ConfiguredAdmission implements Admission {
    private final AdmissionHookSource source;
    private final NamespaceDirectory namespaces;
    private final Authorizer authorizer;
    private final NamespaceLifecycle lifecycle;
    private final MutatingPolicies mutatingPolicies;
    private final MutatingWebhooks mutatingWebhooks;
    private final ValidatingPolicies validatingPolicies;
    private final ValidatingWebhooks validatingWebhooks;

    /** @param authorizer the authorizer for the authorization checks of policies */
    public ConfiguredAdmission(
            AdmissionHookSource source,
            NamespaceDirectory namespaces,
            PolicyParams params,
            WebhookClient client,
            Authorizer authorizer,
            JsonCodec codec) {
        this.source = source;
        this.namespaces = namespaces;
        this.authorizer = authorizer;
        this.lifecycle = new NamespaceLifecycle(namespaces);
        this.mutatingPolicies = new MutatingPolicies(params);
        this.mutatingWebhooks = new MutatingWebhooks(client, codec);
        this.validatingPolicies = new ValidatingPolicies(params, codec);
        this.validatingWebhooks = new ValidatingWebhooks(client);
    }

    @Override
    public JsonObject mutate(AdmissionAttributes attributes, AdmissionNotes notes) {
        lifecycle.check(attributes);
        AdmissionHooks hooks = hooks(attributes);
        if (hooks.mutatingPolicies().isEmpty() && hooks.mutatingWebhooks().isEmpty()) {
            return attributes.objectOrEmpty();
        }
        AdmissionInputs inputs = new AdmissionInputs(namespaces, authorizer);
        Reinvocation policies = new Reinvocation();
        Reinvocation webhooks = new Reinvocation();
        AdmissionAttributes afterFirstRound = round(attributes, hooks, inputs, policies, webhooks, notes);
        if (!policies.hasChanged() && !webhooks.hasChanged()) {
            return afterFirstRound.objectOrEmpty();
        }
        policies.beginSecond();
        webhooks.beginSecond();
        return round(afterFirstRound, hooks, inputs, policies, webhooks, notes).objectOrEmpty();
    }

    private AdmissionAttributes round(
            AdmissionAttributes attributes,
            AdmissionHooks hooks,
            AdmissionInputs inputs,
            Reinvocation policies,
            Reinvocation webhooks,
            AdmissionNotes notes) {
        AdmissionAttributes after =
                attributes.withObject(mutatingPolicies.mutate(attributes, hooks.mutatingPolicies(), inputs, policies));
        return mutatingWebhooks.mutate(after, hooks.mutatingWebhooks(), inputs, webhooks, notes);
    }

    @Override
    public void validate(AdmissionAttributes attributes, AdmissionNotes notes) {
        validate(attributes, hooks(attributes), new AdmissionInputs(namespaces, authorizer), notes);
    }

    @Override
    public boolean concernsDeletionOf(ApplicationKind kind) {
        return source.hooks()
                .map(hooks -> hooks.mayMatch(kind, "", Operation.DELETE))
                .orElse(true);
    }

    @Override
    public void admitDeletion(AdmissionAttributes attributes, AdmissionNotes notes) {
        AdmissionHooks hooks = hooks(attributes);
        AdmissionInputs inputs = new AdmissionInputs(namespaces, authorizer);
        mutatingWebhooks.mutate(attributes, hooks.mutatingWebhooks(), inputs, new Reinvocation(), notes);
        validate(attributes, hooks, inputs, notes);
    }

    private void validate(
            AdmissionAttributes attributes, AdmissionHooks hooks, AdmissionInputs inputs, AdmissionNotes notes) {
        validatingPolicies.validate(attributes, hooks.validatingPolicies(), inputs, notes);
        validatingWebhooks.validate(attributes, hooks.validatingWebhooks(), inputs, notes);
    }

    private AdmissionHooks hooks(AdmissionAttributes attributes) {
        return source.hooks().orElseThrow(() -> attributes.forbidden("not yet ready to handle request"));
    }
}

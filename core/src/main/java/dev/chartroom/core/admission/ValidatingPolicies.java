package dev.chartroom.core.admission;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.AdmissionHooks.Bound;
import dev.chartroom.domain.admission.PolicyBinding;
import dev.chartroom.domain.admission.PolicyDenial;
import dev.chartroom.domain.admission.ValidatingPolicy;
import dev.chartroom.domain.admission.ValidatingPolicy.Annotation;
import dev.chartroom.domain.admission.ValidatingPolicy.Decision;
import dev.chartroom.domain.masking.ValueMask;
import dev.chartroom.ports.admission.AdmissionNotes;
import dev.chartroom.ports.admission.PolicyParams;
import dev.chartroom.ports.json.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Evaluates ValidatingAdmissionPolicies, and applies the validation actions of their bindings. */
final class ValidatingPolicies {
    private static final String FAILURE_KEY = "validation.policy.admission.k8s.io/validation_failure";
    private static final int LONGEST_ANNOTATION = 10 * 1024;

    private final PolicyCalls<ValidatingPolicy> calls;
    private final JsonCodec codec;

    ValidatingPolicies(PolicyParams params, JsonCodec codec) {
        this.calls = new PolicyCalls<>(params, ValidatingPolicy::definition);
        this.codec = codec;
    }

    void validate(
            AdmissionAttributes attributes,
            List<Bound<ValidatingPolicy>> policies,
            AdmissionInputs inputs,
            AdmissionNotes notes) {
        List<PolicyDenial> denials = new ArrayList<>();
        Map<String, Set<String>> annotations = new LinkedHashMap<>();
        for (PolicyCall<ValidatingPolicy> call : calls.select(attributes, policies, inputs)) {
            switch (call) {
                case PolicyCall.Broken<ValidatingPolicy>(var policy, var binding, var message) ->
                    denials.add(new PolicyDenial(policy.definition().name(), name(binding), message, ""));
                case PolicyCall.Evaluation<ValidatingPolicy>(var policy, var binding, var matched, var params) -> {
                    for (JsonObject param : params) {
                        ValidatingPolicy.Verdict verdict = policy.validate(inputs.of(matched, param, true));
                        decide(policy, binding, verdict.decisions(), denials, attributes, notes);
                        annotate(policy, binding, verdict.annotations(), denials, annotations);
                    }
                }
            }
        }
        ValueMask mask = attributes.kind().valueMask();
        annotations.forEach((key, values) -> notes.annotate(key, mask.applyToText(String.join(", ", values))));
        if (!denials.isEmpty()) {
            throw denials.getFirst().ofValidation(attributes);
        }
    }

    private void decide(
            ValidatingPolicy policy,
            PolicyBinding binding,
            List<Decision> decisions,
            List<PolicyDenial> denials,
            AdmissionAttributes attributes,
            AdmissionNotes notes) {
        ValueMask mask = attributes.kind().valueMask();
        String name = policy.definition().name();
        for (int i = 0; i < decisions.size(); i++) {
            if (!(decisions.get(i) instanceof Decision.Deny(String message, String reason))) {
                continue;
            }
            for (String action : binding.validationActions()) {
                switch (action) {
                    case "Audit" -> notes.annotate(FAILURE_KEY, failure(name, binding, i, mask.applyToText(message)));
                    case "Warn" ->
                        notes.warn("Validation failed for ValidatingAdmissionPolicy '" + name + "' with binding '"
                                + binding.name() + "': " + message);
                    // This case handles Deny, and unknown actions of newer versions.
                    default -> denials.add(new PolicyDenial(name, binding.name(), message, reason));
                }
            }
        }
    }

    private static void annotate(
            ValidatingPolicy policy,
            PolicyBinding binding,
            List<Annotation> results,
            List<PolicyDenial> denials,
            Map<String, Set<String>> annotations) {
        String name = policy.definition().name();
        for (Annotation annotation : results) {
            switch (annotation) {
                case Annotation.Publish(String key, String value) ->
                    annotations
                            .computeIfAbsent(name + "/" + key, _ -> new LinkedHashSet<>())
                            .add(value.length() > LONGEST_ANNOTATION ? value.substring(0, LONGEST_ANNOTATION) : value);
                case Annotation.Refuse(String message) ->
                    denials.add(new PolicyDenial(name, binding.name(), message, ""));
            }
        }
    }

    private String failure(String policy, PolicyBinding binding, int index, String message) {
        JsonObject failure = JsonObject.builder()
                .put("message", message)
                .put("policy", policy)
                .put("binding", binding.name())
                .put("expressionIndex", index)
                .put("validationActions", JsonArray.ofStrings(binding.validationActions()))
                .build();
        return new String(codec.encode(new JsonArray(List.of(failure))), StandardCharsets.UTF_8);
    }

    private static String name(@Nullable PolicyBinding binding) {
        return binding == null ? "" : binding.name();
    }
}

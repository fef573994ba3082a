package dev.chartroom.adapters.cel.library;

import static dev.cel.common.types.SimpleType.BOOL;
import static dev.cel.common.types.SimpleType.STRING;
import static dev.chartroom.adapters.cel.type.RuntimeTypes.AUTHORIZER;
import static dev.chartroom.adapters.cel.type.RuntimeTypes.DECISION;
import static dev.chartroom.adapters.cel.type.RuntimeTypes.GROUP_CHECK;
import static dev.chartroom.adapters.cel.type.RuntimeTypes.PATH_CHECK;
import static dev.chartroom.adapters.cel.type.RuntimeTypes.RESOURCE_CHECK;

import dev.chartroom.adapters.cel.type.AuthorizerValue;
import dev.chartroom.adapters.cel.type.DecisionValue;
import dev.chartroom.adapters.cel.type.GroupCheckValue;
import dev.chartroom.adapters.cel.type.PathCheckValue;
import dev.chartroom.adapters.cel.type.ResourceCheckValue;
import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.apimachinery.meta.NameFormats;

/** Kubernetes' library for authorization: checks what a user may do. */
public final class Authorizers {
    private Authorizers() {}

    public static Library library() {
        return new Library()
                .member("path", "authorizer_path", a -> path(authorizer(a), text(a)), PATH_CHECK, AUTHORIZER, STRING)
                .member("group", "authorizer_group", a -> authorizer(a).group(text(a)), GROUP_CHECK, AUTHORIZER, STRING)
                .member(
                        "serviceAccount",
                        "authorizer_serviceaccount",
                        a -> serviceAccount(authorizer(a), text(a), (String) a[2]),
                        AUTHORIZER,
                        AUTHORIZER,
                        STRING,
                        STRING)
                .member(
                        "resource",
                        "groupcheck_resource",
                        a -> resource((GroupCheckValue) a[0], text(a)),
                        RESOURCE_CHECK,
                        GROUP_CHECK,
                        STRING)
                .member(
                        "check",
                        "pathcheck_check",
                        a -> ((PathCheckValue) a[0]).check(text(a)),
                        DECISION,
                        PATH_CHECK,
                        STRING)
                .member("check", "resourcecheck_check", a -> check(a).check(text(a)), DECISION, RESOURCE_CHECK, STRING)
                .member("allowed", "decision_allowed", a -> decision(a).allowed(), BOOL, DECISION)
                .member("reason", "decision_reason", a -> decision(a).reason(), STRING, DECISION)
                .member("errored", "decision_errored", a -> decision(a).errored(), BOOL, DECISION)
                .member("error", "decision_error", a -> decision(a).error(), STRING, DECISION)
                .and(resourceChecks());
    }

    /** Returns the functions that narrow a check of a resource. */
    private static Library resourceChecks() {
        return new Library()
                .member(
                        "subresource",
                        "resourcecheck_subresource",
                        a -> check(a).withSubresource(text(a)),
                        RESOURCE_CHECK,
                        RESOURCE_CHECK,
                        STRING)
                .member(
                        "namespace",
                        "resourcecheck_namespace",
                        a -> check(a).withNamespace(text(a)),
                        RESOURCE_CHECK,
                        RESOURCE_CHECK,
                        STRING)
                .member(
                        "name",
                        "resourcecheck_name",
                        a -> check(a).withName(text(a)),
                        RESOURCE_CHECK,
                        RESOURCE_CHECK,
                        STRING)
                .member(
                        "fieldSelector",
                        "authorizer_fieldselector",
                        a -> check(a).withFieldSelector(text(a)),
                        RESOURCE_CHECK,
                        RESOURCE_CHECK,
                        STRING)
                .member(
                        "labelSelector",
                        "authorizer_labelselector",
                        a -> check(a).withLabelSelector(text(a)),
                        RESOURCE_CHECK,
                        RESOURCE_CHECK,
                        STRING);
    }

    private static AuthorizerValue authorizer(Object[] arguments) {
        return (AuthorizerValue) arguments[0];
    }

    private static ResourceCheckValue check(Object[] arguments) {
        return (ResourceCheckValue) arguments[0];
    }

    private static DecisionValue decision(Object[] arguments) {
        return (DecisionValue) arguments[0];
    }

    private static String text(Object[] arguments) {
        return (String) arguments[1];
    }

    private static Object path(AuthorizerValue authorizer, String path) {
        if (path.isBlank()) {
            throw new CelFailure("path must not be empty");
        }
        return authorizer.path(path);
    }

    private static Object resource(GroupCheckValue group, String resource) {
        if (resource.isBlank()) {
            throw new CelFailure("resource must not be empty");
        }
        return group.resource(resource);
    }

    private static Object serviceAccount(AuthorizerValue authorizer, String namespace, String name) {
        if (!NameFormats.dnsSubdomain(name).isEmpty()) {
            throw new CelFailure("Invalid service account name");
        }
        if (!NameFormats.dnsLabel(namespace).isEmpty()) {
            throw new CelFailure("Invalid service account namespace");
        }
        return authorizer.serviceAccount(namespace, name);
    }
}

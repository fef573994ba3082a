package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	v2 "github.com/fluxcd/helm-controller/api/v2"
	"github.com/fluxcd/pkg/apis/meta"
	"github.com/fluxcd/pkg/ssa/jsondiff"
	"github.com/fluxcd/pkg/ssa/normalize"
	"github.com/fluxcd/pkg/ssa/utils"
	jsonpatch "github.com/wI2L/jsondiff"
	release "helm.sh/helm/v4/pkg/release/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// drift compares the objects of a revision with those in the cluster, by a server-side apply that changes nothing.
func (r *rollout) drift(ctx context.Context, stored *release.Release) (jsondiff.DiffSet, error) {
	dryRun := true
	c, err := client.New(r.helm.cluster.config, client.Options{DryRun: &dryRun})
	if err != nil {
		return nil, err
	}
	objects, err := utils.ReadObjects(strings.NewReader(stored.Manifest))
	if err != nil {
		return nil, err
	}
	if err := normalize.UnstructuredListWithScheme(objects, c.Scheme()); err != nil {
		return nil, err
	}
	for _, o := range objects {
		setNamespace(o, c.RESTMapper(), stored.Namespace)
		// Helm adds these when it creates an object.
		o.SetLabels(merged(o.GetLabels(), map[string]string{"app.kubernetes.io/managed-by": "Helm"}))
		o.SetAnnotations(merged(o.GetAnnotations(), map[string]string{
			"meta.helm.sh/release-name":      stored.Name,
			"meta.helm.sh/release-namespace": stored.Namespace,
		}))
	}
	options := []jsondiff.ListOption{
		jsondiff.FieldOwner(controllerName),
		jsondiff.ExclusionSelector{v2.DriftDetectionMetadataKey: v2.DriftDetectionDisabledValue},
		jsondiff.Rationalize(true),
		jsondiff.Graceful(true),
	}
	if rules := ignoreRules(r.object.GetDriftDetection().Ignore); len(rules) > 0 {
		options = append(options, rules)
	}
	return jsondiff.UnstructuredList(ctx, c, objects, options...)
}

func ignoreRules(spec []v2.IgnoreRule) jsondiff.IgnoreRules {
	rules := jsondiff.IgnoreRules{}
	for _, rule := range spec {
		converted := jsondiff.IgnoreRule{Paths: rule.Paths}
		if t := rule.Target; t != nil {
			converted.Selector = &jsondiff.Selector{
				Group: t.Group, Version: t.Version, Kind: t.Kind, Namespace: t.Namespace, Name: t.Name,
				AnnotationSelector: t.AnnotationSelector, LabelSelector: t.LabelSelector,
			}
		}
		rules = append(rules, converted)
	}
	return rules
}

// summaryOf returns one line for each object that drifted.
func summaryOf(drift jsondiff.DiffSet) string {
	lines := []string{}
	for _, d := range drift {
		switch d.Type {
		case jsondiff.DiffTypeCreate:
			lines = append(lines, nameOf(d)+" removed")
		case jsondiff.DiffTypeExclude:
			lines = append(lines, nameOf(d)+" excluded")
		case jsondiff.DiffTypeUpdate:
			counts := map[string]int{}
			for _, operation := range d.Patch {
				counts[operation.Type]++
			}
			lines = append(lines, fmt.Sprintf("%s changed (%d additions, %d changes, %d removals)", nameOf(d),
				counts[jsonpatch.OperationAdd], counts[jsonpatch.OperationReplace], counts[jsonpatch.OperationRemove]))
		}
	}
	return strings.Join(lines, "\n")
}

func nameOf(d *jsondiff.Diff) string {
	parts := []string{d.GroupVersionKind().Kind, d.GetNamespace(), d.GetName()}
	if parts[1] == "" {
		parts = []string{parts[0], parts[2]}
	}
	return strings.Join(parts, "/")
}

// correctStep creates the objects that are missing and patches those that differ.
func (r *rollout) correctStep(drift jsondiff.DiffSet) *step {
	o := r.object
	return &step{"correct cluster drift", correcting, o.GetTimeout(), func(ctx context.Context) error {
		mark(o, meta.ReadyCondition, metav1.ConditionUnknown, meta.ProgressingReason, "correcting cluster drift")
		ctx, cancel := context.WithTimeout(ctx, o.GetTimeout().Duration)
		defer cancel()
		c, err := client.New(r.helm.cluster.config, client.Options{})
		if err != nil {
			return err
		}
		current := o.Status.History.Latest()
		corrected, err := correct(ctx, c, drift)
		if err != nil {
			r.event(corev1.EventTypeWarning, "DriftCorrectionFailed",
				fmt.Sprintf("Failed to correct cluster state of release %s:\n%s", current.FullReleaseName(), err),
				described(current))
			return nil
		}
		r.event(corev1.EventTypeNormal, "DriftCorrected", fmt.Sprintf("Cluster state of release %s has been corrected:\n%s",
			current.FullReleaseName(), strings.Join(corrected, "\n")), described(current))
		return nil
	}}
}

func correct(ctx context.Context, c client.Client, drift jsondiff.DiffSet) ([]string, error) {
	corrected := []string{}
	var all []error
	for _, d := range drift {
		o := d.DesiredObject.DeepCopyObject().(client.Object)
		var err error
		outcome := ""
		switch d.Type {
		case jsondiff.DiffTypeCreate:
			outcome = "created"
			err = c.Create(ctx, o, client.FieldOwner(controllerName))
		case jsondiff.DiffTypeUpdate:
			outcome = "configured"
			patch, marshalErr := json.Marshal(d.Patch)
			err = errors.Join(marshalErr,
				c.Patch(ctx, o, client.RawPatch(types.JSONPatchType, patch), client.FieldOwner(controllerName)))
		}
		if err != nil {
			all = append(all, fmt.Errorf("%s: %w", nameOf(d), err))
		} else if outcome != "" {
			corrected = append(corrected, nameOf(d)+" "+outcome)
		}
	}
	return corrected, errors.Join(all...)
}

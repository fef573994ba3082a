package main

import (
	"context"
	"strings"

	v2 "github.com/fluxcd/helm-controller/api/v2"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// chartObject creates or updates the HelmChart of a release with spec.chart, and deletes one that is no longer used.
func (r *releases) chartObject(ctx context.Context, o *v2.HelmRelease) error {
	ref := chartReference(o)
	if o.Status.HelmChart != "" && (o.HasChartRef() || o.Status.HelmChart != ref.key.String()) {
		if err := r.deleteChartObject(ctx, o); err != nil {
			return err
		}
	}
	if !o.HasChartTemplate() {
		return nil
	}
	chart := &sourcev1.HelmChart{ObjectMeta: metav1.ObjectMeta{Namespace: ref.key.Namespace, Name: ref.key.Name}}
	template := o.Spec.Chart
	result, err := controllerutil.CreateOrPatch(ctx, r.client, chart, func() error {
		if template.ObjectMeta != nil {
			chart.Labels = merged(chart.Labels, template.ObjectMeta.Labels)
			chart.Annotations = merged(chart.Annotations, template.ObjectMeta.Annotations)
		}
		chart.Labels = merged(chart.Labels, origin(o))
		chart.Spec.Chart = template.Spec.Chart
		chart.Spec.Version = template.Spec.Version
		chart.Spec.SourceRef = sourcev1.LocalHelmChartSourceReference{
			Kind: template.Spec.SourceRef.Kind, Name: template.Spec.SourceRef.Name,
		}
		chart.Spec.Interval = template.GetInterval(o.Spec.Interval)
		chart.Spec.ReconcileStrategy = template.Spec.ReconcileStrategy
		chart.Spec.ValuesFiles = template.Spec.ValuesFiles
		chart.Spec.IgnoreMissingValuesFiles = template.Spec.IgnoreMissingValuesFiles
		return nil
	})
	if err != nil {
		return err
	}
	if result != controllerutil.OperationResultNone {
		r.events.Eventf(o, corev1.EventTypeNormal, "HelmChart"+strings.ToUpper(string(result[:1]))+string(result[1:]),
			"%s HelmChart/%s with SourceRef '%s/%s/%s'", result, ref.key, template.Spec.SourceRef.Kind,
			ref.key.Namespace, template.Spec.SourceRef.Name)
	}
	o.Status.HelmChart = ref.key.String()
	return nil
}

func (r *releases) deleteChartObject(ctx context.Context, o *v2.HelmRelease) error {
	namespace, name := o.Status.GetHelmChart()
	if name == "" {
		return nil
	}
	chart := &sourcev1.HelmChart{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}}
	if err := client.IgnoreNotFound(r.client.Delete(ctx, chart)); err != nil {
		return err
	}
	r.events.Eventf(o, corev1.EventTypeNormal, "HelmChartDeleted", "deleted HelmChart '%s'", o.Status.HelmChart)
	o.Status.HelmChart = ""
	return nil
}

// origin returns the labels that name the release an object belongs to.
func origin(o *v2.HelmRelease) map[string]string {
	return map[string]string{
		v2.GroupVersion.Group + "/name":      o.Name,
		v2.GroupVersion.Group + "/namespace": o.Namespace,
	}
}

// merged returns the entries of both maps; those of added win.
func merged(into, added map[string]string) map[string]string {
	result := map[string]string{}
	for _, entries := range []map[string]string{into, added} {
		for name, value := range entries {
			result[name] = value
		}
	}
	return result
}

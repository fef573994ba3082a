package main

import (
	"strings"

	"github.com/fluxcd/cli-utils/pkg/object"
	v2 "github.com/fluxcd/helm-controller/api/v2"
	"github.com/fluxcd/pkg/ssa/utils"
	"helm.sh/helm/v4/pkg/release/common"
	release "helm.sh/helm/v4/pkg/release/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// recordInventory writes the objects of a new revision into the status.
func (r *rollout) recordInventory(stored *release.Release) {
	if stored.Info.Status == common.StatusSuperseded {
		return
	}
	inventory, err := r.inventory(stored)
	if err != nil {
		r.events.Event(r.object, corev1.EventTypeWarning, v2.InventoryBuildFailedReason, err.Error())
		return
	}
	r.object.Status.Inventory = inventory
}

func (r *rollout) inventory(stored *release.Release) (*v2.ResourceInventory, error) {
	objects, err := utils.ReadObjects(strings.NewReader(stored.Manifest))
	if err != nil {
		return nil, err
	}
	for _, crd := range stored.Chart.CRDObjects() {
		more, err := utils.ReadObjects(strings.NewReader(string(crd.File.Data)))
		if err != nil {
			return nil, err
		}
		objects = append(objects, more...)
	}
	mapper, err := r.helm.cluster.ToRESTMapper()
	if err != nil {
		return nil, err
	}
	inventory := &v2.ResourceInventory{Entries: []v2.ResourceRef{}}
	for _, o := range objects {
		setNamespace(o, mapper, stored.Namespace)
		inventory.Entries = append(inventory.Entries, v2.ResourceRef{
			ID:      object.UnstructuredToObjMetadata(o).String(),
			Version: o.GroupVersionKind().Version,
		})
	}
	return inventory, nil
}

// setNamespace completes an object of a chart that names no namespace. An object of an unknown kind stays as it is.
func setNamespace(o *unstructured.Unstructured, mapper meta.RESTMapper, namespace string) {
	kind := o.GroupVersionKind()
	mapping, err := mapper.RESTMapping(kind.GroupKind(), kind.Version)
	if err == nil && mapping.Scope.Name() == meta.RESTScopeNameNamespace && o.GetNamespace() == "" {
		o.SetNamespace(namespace)
	}
}

package main

import (
	"bytes"

	v2 "github.com/fluxcd/helm-controller/api/v2"
	"github.com/fluxcd/pkg/ssa/utils"
)

// labelling is a post-renderer that labels each object of a chart with the release that it belongs to.
type labelling struct {
	object *v2.HelmRelease
}

func (l labelling) Run(rendered *bytes.Buffer) (*bytes.Buffer, error) {
	objects, err := utils.ReadObjects(rendered)
	if err != nil {
		return nil, err
	}
	for _, object := range objects {
		object.SetLabels(merged(object.GetLabels(), origin(l.object)))
	}
	text, err := utils.ObjectsToYAML(objects)
	if err != nil {
		return nil, err
	}
	return bytes.NewBufferString(text), nil
}

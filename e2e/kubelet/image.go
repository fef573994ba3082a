package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// image is an unpacked container image: the root of its file system, and its OCI configuration.
type image struct {
	repository string
	root       string
	User       string
	Env        []string
	Entrypoint []string
	Cmd        []string
	WorkingDir string
}

func readImage(repository, root, config string) (*image, error) {
	content, err := os.ReadFile(config)
	if err != nil {
		return nil, err
	}
	oci := struct{ Config *image }{&image{repository: repository, root: root}}
	return oci.Config, json.Unmarshal(content, &oci)
}

// runs returns whether a pod consists of one container of this image.
func (i *image) runs(pod *corev1.Pod) bool {
	if i == nil || len(pod.Spec.Containers) != 1 || len(pod.Spec.InitContainers) != 0 {
		return false
	}
	repository, _, _ := strings.Cut(pod.Spec.Containers[0].Image, ":")
	return repository == i.repository
}

// arguments returns the command line of a container. The image's arguments hold only with the image's entrypoint.
func (i *image) arguments(container *corev1.Container) []string {
	switch {
	case len(container.Command) > 0:
		return append(append([]string{}, container.Command...), container.Args...)
	case len(container.Args) > 0:
		return append(append([]string{}, i.Entrypoint...), container.Args...)
	default:
		return append(append([]string{}, i.Entrypoint...), i.Cmd...)
	}
}

// environment returns the variables of the image, of the container, and those that a kubelet adds.
func (i *image) environment(pod *corev1.Pod) ([]string, error) {
	variables := append(append([]string{}, i.Env...),
		"HOSTNAME="+pod.Name, "KUBERNETES_SERVICE_HOST="+clusterIP, "KUBERNETES_SERVICE_PORT=443")
	for _, variable := range pod.Spec.Containers[0].Env {
		if variable.ValueFrom != nil || strings.Contains(variable.Value, "$(") {
			return nil, fmt.Errorf("the variable %s has a source or a reference, which this kubelet does not know",
				variable.Name)
		}
		variables = append(variables, variable.Name+"="+variable.Value)
	}
	return variables, nil
}

// identity returns the user, the group and the group of files of a pod. A pod that may run as root, or with
// capabilities, or with a writable root is an error, because this kubelet runs no such pods.
func (i *image) identity(pod *corev1.Pod) (user, group uint32, err error) {
	security, own := pod.Spec.SecurityContext, pod.Spec.Containers[0].SecurityContext
	if own == nil || !is(own.ReadOnlyRootFilesystem) || own.Capabilities == nil ||
		fmt.Sprint(own.Capabilities.Drop) != "[ALL]" || own.AllowPrivilegeEscalation == nil ||
		*own.AllowPrivilegeEscalation || own.RunAsUser != nil {
		return 0, 0, fmt.Errorf("the container is not restricted")
	}
	if security == nil || !is(security.RunAsNonRoot) || security.FSGroup == nil {
		return 0, 0, fmt.Errorf("the pod is not restricted")
	}
	words := strings.SplitN(i.User+":0", ":", 3)
	if user, err = number(words[0], security.RunAsUser); err != nil {
		return 0, 0, err
	}
	if group, err = number(words[1], security.RunAsGroup); err != nil {
		return 0, 0, err
	}
	if user == 0 {
		return 0, 0, fmt.Errorf("container has runAsNonRoot and image will run as root")
	}
	return user, group, nil
}

func number(ofImage string, ofPod *int64) (uint32, error) {
	if ofPod != nil {
		return uint32(*ofPod), nil
	}
	id, err := strconv.ParseUint(ofImage, 10, 32)
	return uint32(id), err
}

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
	authenticationv1 "k8s.io/api/authentication/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

const cgroups = "/sys/fs/cgroup/memory"

// files are the folders of a pod: its volumes, and the root of its container.
type files struct {
	folder  string
	user    uint32
	fsGroup uint32
}

// prepare mounts everything that a pod needs. A missing ConfigMap or Secret is an error, and the pod is tried again.
func (k *kubelet) prepare(ctx context.Context, pod *corev1.Pod, ip string, f files, cgroup string) error {
	if err := os.MkdirAll(f.folder, 0o755); err != nil {
		return err
	}
	if err := unix.Mount("tmpfs", f.folder, "tmpfs", 0, "mode=755"); err != nil {
		return fmt.Errorf("mount a tmpfs: %w", err)
	}
	for i := range pod.Spec.Volumes {
		volume := &pod.Spec.Volumes[i]
		if err := k.fill(ctx, pod, volume, f); err != nil {
			return fmt.Errorf("volume %s: %w", volume.Name, err)
		}
	}
	hosts := fmt.Sprintf("127.0.0.1\tlocalhost\n%s\t%s\n%s\tkubernetes.default.svc\n", ip, pod.Name, clusterIP)
	if err := os.WriteFile(f.hosts(), []byte(hosts), 0o644); err != nil {
		return err
	}
	return f.mountRoot(pod, k.image.root, cgroup)
}

func (f files) hosts() string             { return filepath.Join(f.folder, "hosts") }
func (f files) root() string              { return filepath.Join(f.folder, "root") }
func (f files) volume(name string) string { return filepath.Join(f.folder, "volumes", name) }

// fill makes the folder of a volume.
func (k *kubelet) fill(ctx context.Context, pod *corev1.Pod, volume *corev1.Volume, f files) error {
	folder := f.volume(volume.Name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	switch {
	case volume.EmptyDir != nil:
		if err := os.Chown(folder, 0, int(f.fsGroup)); err != nil {
			return err
		}
		return os.Chmod(folder, 0o777|os.ModeSetgid)
	case volume.ConfigMap != nil:
		return k.writeConfigMap(ctx, pod, volume.ConfigMap.Name, volume.ConfigMap.Items, volume.ConfigMap.DefaultMode, f, folder)
	case volume.Secret != nil:
		secret, err := k.client.CoreV1().Secrets(pod.Namespace).Get(ctx, volume.Secret.SecretName, metav1.GetOptions{})
		if err != nil {
			return err
		}
		return f.write(folder, secret.Data, volume.Secret.Items, volume.Secret.DefaultMode)
	case volume.Projected != nil:
		var failures []error
		for _, source := range volume.Projected.Sources {
			failures = append(failures, k.project(ctx, pod, &source, volume.Projected.DefaultMode, f, folder))
		}
		return errors.Join(failures...)
	default:
		return fmt.Errorf("this kubelet does not know its type")
	}
}

func (k *kubelet) project(ctx context.Context, pod *corev1.Pod, source *corev1.VolumeProjection, mode *int32, f files, folder string) error {
	switch {
	case source.ServiceAccountToken != nil:
		token, err := k.client.CoreV1().ServiceAccounts(pod.Namespace).CreateToken(ctx, pod.Spec.ServiceAccountName,
			&authenticationv1.TokenRequest{Spec: authenticationv1.TokenRequestSpec{
				ExpirationSeconds: source.ServiceAccountToken.ExpirationSeconds,
				BoundObjectRef: &authenticationv1.BoundObjectReference{
					Kind: "Pod", APIVersion: "v1", Name: pod.Name, UID: pod.UID},
			}}, metav1.CreateOptions{})
		if err != nil {
			return err
		}
		private := int32(0o600)
		return f.write(folder, map[string][]byte{source.ServiceAccountToken.Path: []byte(token.Status.Token)}, nil, &private)
	case source.ConfigMap != nil:
		return k.writeConfigMap(ctx, pod, source.ConfigMap.Name, source.ConfigMap.Items, mode, f, folder)
	case source.DownwardAPI != nil:
		for _, item := range source.DownwardAPI.Items {
			if item.FieldRef == nil || item.FieldRef.FieldPath != "metadata.namespace" {
				return fmt.Errorf("this kubelet does not know the field of %s", item.Path)
			}
			if err := f.write(folder, map[string][]byte{item.Path: []byte(pod.Namespace)}, nil, mode); err != nil {
				return err
			}
		}
		return nil
	default:
		return fmt.Errorf("this kubelet does not know a source")
	}
}

func (k *kubelet) writeConfigMap(ctx context.Context, pod *corev1.Pod, name string, items []corev1.KeyToPath, mode *int32, f files, folder string) error {
	found, err := k.client.CoreV1().ConfigMaps(pod.Namespace).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	content := map[string][]byte{}
	for key, text := range found.Data {
		content[key] = []byte(text)
	}
	return f.write(folder, content, items, mode)
}

// write writes the keys as files. As in a kubelet, they belong to the group of the pod's files, and the group may read
// what the owner may read.
func (f files) write(folder string, content map[string][]byte, items []corev1.KeyToPath, mode *int32) error {
	chosen := content
	if len(items) > 0 {
		chosen = map[string][]byte{}
		for _, item := range items {
			bytes, found := content[item.Key]
			if !found {
				return fmt.Errorf("references non-existent config key: %s", item.Key)
			}
			chosen[item.Path] = bytes
		}
	}
	bits := os.FileMode(0o644)
	if mode != nil {
		bits = os.FileMode(*mode)
	}
	for name, bytes := range chosen {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, bytes, 0o600); err != nil {
			return err
		}
		if err := os.Chown(path, 0, int(f.fsGroup)); err != nil {
			return err
		}
		if err := os.Chmod(path, bits|bits>>3&0o040); err != nil {
			return err
		}
	}
	return nil
}

// mountRoot mounts the image with the volumes of the container in it. The root itself is read-only.
func (f files) mountRoot(pod *corev1.Pod, image, cgroup string) error {
	for _, folder := range []string{f.root(), filepath.Join(f.folder, "upper"), filepath.Join(f.folder, "work")} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
	}
	layers := fmt.Sprintf("lowerdir=%s,upperdir=%s/upper,workdir=%s/work", image, f.folder, f.folder)
	if err := unix.Mount("overlay", f.root(), "overlay", 0, layers); err != nil {
		return fmt.Errorf("mount the image: %w", err)
	}
	binds := []bind{{"/proc", "proc", false}, {"/dev", "dev", false}, {f.hosts(), "etc/hosts", true}}
	if cgroup != "" {
		binds = append(binds, bind{cgroup, cgroups[1:], true})
	}
	for _, mount := range pod.Spec.Containers[0].VolumeMounts {
		if mount.SubPath != "" {
			return fmt.Errorf("this kubelet does not know subPath")
		}
		binds = append(binds, bind{f.volume(mount.Name), mount.MountPath, mount.ReadOnly})
	}
	for _, b := range binds {
		if err := b.mount(f.root()); err != nil {
			return fmt.Errorf("mount %s: %w", b.to, err)
		}
	}
	return unix.Mount("", f.root(), "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY, "")
}

// bind is a file or a folder of this machine that a container has as well.
type bind struct {
	from, to string
	readOnly bool
}

func (b bind) mount(root string) error {
	target := filepath.Join(root, b.to)
	if info, err := os.Stat(b.from); err != nil {
		return err
	} else if info.IsDir() {
		if err := os.MkdirAll(target, 0o755); err != nil {
			return err
		}
	} else {
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		if file, err := os.OpenFile(target, os.O_CREATE, 0o644); err != nil {
			return err
		} else {
			file.Close()
		}
	}
	if err := unix.Mount(b.from, target, "", unix.MS_BIND|unix.MS_REC, ""); err != nil || !b.readOnly {
		return err
	}
	return unix.Mount("", target, "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY, "")
}

func (f files) remove() {
	unix.Unmount(f.root(), unix.MNT_DETACH)
	unix.Unmount(f.folder, unix.MNT_DETACH)
	os.Remove(f.folder)
}

// makeCgroup limits the memory of a pod, if this machine has cgroups of version 1. Otherwise it returns "".
func makeCgroup(pod *corev1.Pod) (string, error) {
	limit := pod.Spec.Containers[0].Resources.Limits.Memory().Value()
	if _, err := os.Stat(cgroups); err != nil || limit == 0 {
		return "", nil
	}
	folder := filepath.Join(cgroups, "chartroom-"+string(pod.UID))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	return folder, os.WriteFile(filepath.Join(folder, "memory.limit_in_bytes"), []byte(strconv.FormatInt(limit, 10)), 0o644)
}

// joinCgroup moves this thread, so that its children are in the cgroup.
func joinCgroup(cgroup string) error {
	if cgroup == "" {
		return nil
	}
	return os.WriteFile(filepath.Join(cgroup, "tasks"), []byte(strconv.Itoa(unix.Gettid())), 0o644)
}

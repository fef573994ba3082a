package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// process is a pod whose container is a process of the image.
type process struct {
	k       *kubelet
	pod     *corev1.Pod
	status  *corev1.PodStatus
	network *network
	files   files
	group   uint32
	cgroup  string
	// deleted receives the pod once, when it is deleted.
	deleted chan *corev1.Pod
}

// runProcess runs a pod until it has ended or is deleted.
func (k *kubelet) runProcess(ctx context.Context, pod *corev1.Pod) (err error) {
	user, group, err := k.image.identity(pod)
	if err != nil {
		return err
	}
	p := &process{k: k, pod: pod, status: newStatus(pod, k.ipOf(pod)), group: group, deleted: make(chan *corev1.Pod, 1)}
	p.files = files{filepath.Join(k.folder, string(pod.UID)), user, uint32(*pod.Spec.SecurityContext.FSGroup)}
	if p.cgroup, err = makeCgroup(pod); err != nil {
		return err
	}
	if p.network, err = newNetwork(p.status.PodIP, p.cgroup, k.apiserver); err != nil {
		return err
	}
	k.add(p)
	defer func() {
		k.remove(p)
		p.files.remove()
		p.network.close()
		go removeCgroup(p.cgroup)
	}()
	if err := k.prepare(ctx, pod, p.status.PodIP, p.files, p.cgroup); err != nil {
		return err
	}
	for {
		if err := k.report(ctx, pod, p.status); err != nil {
			return err
		}
		code, deleted, err := p.runOnce(ctx)
		switch {
		case err != nil:
			return err
		case deleted != nil:
			terminate(p.status, code)
			if err := k.report(ctx, pod, p.status); err != nil && !apierrors.IsNotFound(err) {
				return err
			}
			k.remove(p)
			return k.forget(ctx, deleted)
		}
		exit(code)(pod, p.status)
		if ended(p.status.Phase) {
			return k.report(ctx, pod, p.status)
		}
		setReady(p.status, false)
		if err := k.report(ctx, pod, p.status); err != nil {
			return err
		}
		sleep(ctx, backOff)
	}
}

// runOnce starts the container and returns its exit code. If the pod was deleted, it returns the deleted pod as well.
func (p *process) runOnce(ctx context.Context) (int32, *corev1.Pod, error) {
	command, err := p.start()
	if err != nil {
		return 0, nil, err
	}
	begin(p.pod, p.status)
	container := &p.status.ContainerStatuses[0]
	container.State.Running.StartedAt = metav1.Now()
	container.Started = new(bool)
	container.ContainerID = fmt.Sprintf("process://%d", command.Process.Pid)
	exited := make(chan int32, 1)
	go func() {
		command.Wait()
		exited <- exitCode(command.ProcessState)
	}()
	running, end := context.WithCancel(ctx)
	defer end()
	health := p.watch(running)
	for {
		if err := p.k.report(ctx, p.pod, p.status); err != nil {
			syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
			return 0, nil, err
		}
		select {
		case <-ctx.Done():
			syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
			return <-exited, nil, ctx.Err()
		case code := <-exited:
			return code, nil, nil
		case change := <-health:
			if change(p.status) {
				log.Printf("kubelet: %s/%s is not healthy", p.pod.Namespace, p.pod.Name)
				return p.terminate(command, exited, p.pod, 0), nil, nil
			}
		case deleted := <-p.deleted:
			return p.terminate(command, exited, deleted, p.preStop()), deleted, nil
		}
	}
}

func (p *process) start() (*exec.Cmd, error) {
	container := &p.pod.Spec.Containers[0]
	environment, err := p.k.image.environment(p.pod)
	if err != nil {
		return nil, err
	}
	output, err := os.OpenFile(p.k.logOf(p.pod), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	defer output.Close()
	arguments := p.k.image.arguments(container)
	command := &exec.Cmd{
		Path:   arguments[0],
		Args:   arguments,
		Env:    environment,
		Dir:    filepath.Join("/", p.k.image.WorkingDir),
		Stdout: output,
		Stderr: output,
		SysProcAttr: &syscall.SysProcAttr{
			Chroot: p.files.root(),
			Credential: &syscall.Credential{
				Uid: p.files.user, Gid: p.group, Groups: []uint32{p.files.fsGroup}},
			Setsid:    true,
			Pdeathsig: syscall.SIGKILL,
		},
	}
	return command, p.network.do(command.Start)
}

// terminate waits for the hook, then asks the process to end, and kills it after the grace period.
func (p *process) terminate(command *exec.Cmd, exited <-chan int32, pod *corev1.Pod, hook time.Duration) int32 {
	grace := time.Duration(*p.pod.Spec.TerminationGracePeriodSeconds) * time.Second
	if pod.DeletionGracePeriodSeconds != nil {
		grace = time.Duration(*pod.DeletionGracePeriodSeconds) * time.Second
	}
	kill := time.After(grace)
	term := time.After(min(hook, grace))
	for {
		select {
		case code := <-exited:
			return code
		case <-term:
			command.Process.Signal(syscall.SIGTERM)
		case <-kill:
			log.Printf("kubelet: %s/%s did not end in %s", p.pod.Namespace, p.pod.Name, grace)
			syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
		}
	}
}

func (p *process) preStop() time.Duration {
	lifecycle := p.pod.Spec.Containers[0].Lifecycle
	if lifecycle == nil || lifecycle.PreStop == nil || lifecycle.PreStop.Sleep == nil {
		return 0
	}
	return time.Duration(lifecycle.PreStop.Sleep.Seconds) * time.Second
}

func exitCode(state *os.ProcessState) int32 {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int32(status.Signal())
	}
	return int32(state.ExitCode())
}

func (k *kubelet) logOf(pod *corev1.Pod) string {
	return filepath.Join(k.folder, string(pod.UID)+".log")
}

func (k *kubelet) add(p *process) {
	k.lock.Lock()
	defer k.lock.Unlock()
	k.processes[p.pod.UID] = p
}

func (k *kubelet) remove(p *process) {
	k.lock.Lock()
	defer k.lock.Unlock()
	delete(k.processes, p.pod.UID)
}

// networkOf returns the network of the pod with an address; nil if no such pod runs.
func (k *kubelet) networkOf(ip string) *network {
	k.lock.Lock()
	defer k.lock.Unlock()
	for _, p := range k.processes {
		if p.network.ip == ip {
			return p.network
		}
	}
	return nil
}

// terminates returns whether the pod is a process, which then ends within its grace period.
func (k *kubelet) terminates(pod *corev1.Pod) bool {
	k.lock.Lock()
	defer k.lock.Unlock()
	p, runs := k.processes[pod.UID]
	if runs {
		select {
		case p.deleted <- pod:
		default: // it is known already
		}
	}
	return runs
}

// removeCgroup removes the group of a pod whose processes have ended. The kernel may need a moment.
func removeCgroup(cgroup string) {
	for range 50 {
		if cgroup == "" || os.Remove(cgroup) == nil {
			return
		}
		time.Sleep(moment)
	}
}

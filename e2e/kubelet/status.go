package main

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

const outcomeAnnotation = "e2e.chartroom.dev/pod"

// sigterm is the exit code of a process that SIGTERM ended.
const sigterm = 143

// step changes the status of a pod.
type step func(*corev1.Pod, *corev1.PodStatus)

var outcomes = map[string][]step{
	"pending":   {},
	"running":   {begin},
	"ready":     {begin, becomeReady},
	"succeeded": {begin, exit(0)},
	"failed":    {begin, exit(1)},
	"crashing":  {begin, exit(1)},
}

// stepsOf returns the steps that lead a pod to its outcome.
func stepsOf(pod *corev1.Pod) ([]step, error) {
	outcome, chosen := pod.Annotations[outcomeAnnotation]
	switch {
	case chosen:
	case pod.Spec.RestartPolicy == corev1.RestartPolicyAlways:
		outcome = "ready"
	default:
		outcome = "succeeded"
	}
	steps, known := outcomes[outcome]
	if !known {
		return nil, fmt.Errorf("the annotation %s has the unknown value %q", outcomeAnnotation, outcome)
	}
	return steps, nil
}

// newStatus returns the status of a pod on a node before its containers start.
func newStatus(pod *corev1.Pod, ip string) *corev1.PodStatus {
	now := metav1.Now()
	status := &corev1.PodStatus{
		Phase:                 corev1.PodPending,
		StartTime:             &now,
		HostIP:                loopback,
		HostIPs:               []corev1.HostIP{{IP: loopback}},
		PodIP:                 ip,
		PodIPs:                []corev1.PodIP{{IP: ip}},
		InitContainerStatuses: waitingContainers(pod.Spec.InitContainers),
		ContainerStatuses:     waitingContainers(pod.Spec.Containers),
	}
	set(status, corev1.PodScheduled, true)
	set(status, corev1.PodInitialized, len(pod.Spec.InitContainers) == 0)
	setReady(status, false)
	return status
}

func waitingContainers(containers []corev1.Container) []corev1.ContainerStatus {
	statuses := []corev1.ContainerStatus{}
	for _, container := range containers {
		statuses = append(statuses, corev1.ContainerStatus{
			Name:  container.Name,
			Image: container.Image,
			State: waiting("ContainerCreating"),
		})
	}
	return statuses
}

func begin(_ *corev1.Pod, status *corev1.PodStatus) {
	status.Phase = corev1.PodRunning
	for i := range status.InitContainerStatuses {
		status.InitContainerStatuses[i].State = terminated(status, 0)
		status.InitContainerStatuses[i].Ready = true
	}
	started := true
	for i := range status.ContainerStatuses {
		container := &status.ContainerStatuses[i]
		container.State = corev1.ContainerState{Running: &corev1.ContainerStateRunning{StartedAt: *status.StartTime}}
		container.Started = &started
	}
	set(status, corev1.PodInitialized, true)
}

func becomeReady(_ *corev1.Pod, status *corev1.PodStatus) {
	setReady(status, true)
}

// exit ends the containers, and restarts them if the pod's policy says so.
func exit(code int32) step {
	return func(pod *corev1.Pod, status *corev1.PodStatus) {
		policy := pod.Spec.RestartPolicy
		if policy == corev1.RestartPolicyNever || policy == corev1.RestartPolicyOnFailure && code == 0 {
			terminate(status, code)
			return
		}
		for i := range status.ContainerStatuses {
			container := &status.ContainerStatuses[i]
			container.RestartCount++
			container.LastTerminationState = terminated(status, code)
			container.State = waiting("CrashLoopBackOff")
			container.Started = new(bool)
		}
	}
}

// terminate ends the containers and the pod.
func terminate(status *corev1.PodStatus, code int32) {
	status.Phase = corev1.PodSucceeded
	if code != 0 {
		status.Phase = corev1.PodFailed
	}
	for i := range status.ContainerStatuses {
		status.ContainerStatuses[i].State = terminated(status, code)
		status.ContainerStatuses[i].Started = new(bool)
	}
	setReady(status, false)
}

func ended(phase corev1.PodPhase) bool {
	return phase == corev1.PodSucceeded || phase == corev1.PodFailed
}

func backsOff(status *corev1.PodStatus) bool {
	return status.ContainerStatuses[0].RestartCount > 0
}

func waiting(reason string) corev1.ContainerState {
	return corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: reason}}
}

func terminated(status *corev1.PodStatus, code int32) corev1.ContainerState {
	reason := "Completed"
	if code != 0 {
		reason = "Error"
	}
	return corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{
		ExitCode:   code,
		Reason:     reason,
		StartedAt:  *status.StartTime,
		FinishedAt: metav1.Now(),
	}}
}

func setReady(status *corev1.PodStatus, ready bool) {
	for i := range status.ContainerStatuses {
		status.ContainerStatuses[i].Ready = ready
	}
	set(status, corev1.ContainersReady, ready)
	set(status, corev1.PodReady, ready)
}

// set sets a condition. The time of its transition stays if its value stays.
func set(status *corev1.PodStatus, condition corev1.PodConditionType, holds bool) {
	value := corev1.ConditionFalse
	if holds {
		value = corev1.ConditionTrue
	}
	for i := range status.Conditions {
		if found := &status.Conditions[i]; found.Type == condition {
			if found.Status != value {
				found.Status, found.LastTransitionTime = value, metav1.Now()
			}
			return
		}
	}
	status.Conditions = append(status.Conditions,
		corev1.PodCondition{Type: condition, Status: value, LastTransitionTime: metav1.Now()})
}

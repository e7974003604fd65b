//go:build !cgo

package sim

import (
	"errors"

	"hysteron/cloth"
	"hysteron/scenes"
)

func hasGPU() bool { return false }

func newGPU(*scenes.Setup, *cloth.State) (Backend, error) {
	return nil, backendError{errors.New("no GPU backend in this build, which was made without cgo: expected --backend cpu or auto")}
}

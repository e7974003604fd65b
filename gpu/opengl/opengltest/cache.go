// Package opengltest has what tests of packages that use OpenGL share.
package opengltest

import (
	"os"
	"testing"
)

// ShaderCacheVariable names the folder below which Mesa keeps what it has compiled.
const ShaderCacheVariable = "MESA_SHADER_CACHE_DIR"

// ShaderCache is the folder below which Mesa keeps what it has compiled, empty if there is none.
func ShaderCache() string {
	if dir := os.Getenv(ShaderCacheVariable); dir != "" {
		return dir
	}
	dir, _ := os.UserCacheDir() // an error: Mesa has none either
	return dir
}

// RunWithOwnCache runs the tests of a package with a user cache of their own and returns their status. What drivers
// have compiled stays in the user's: to compile all kernels anew takes a software driver half a minute.
func RunWithOwnCache(m *testing.M) (status int, err error) {
	dir, err := os.MkdirTemp("", "hysteron-cache-")
	if err != nil {
		return 1, err
	}
	defer os.RemoveAll(dir)
	if shaders := ShaderCache(); shaders != "" {
		err = os.Setenv(ShaderCacheVariable, shaders)
	}
	if err == nil {
		err = os.Setenv("XDG_CACHE_HOME", dir)
	}
	if err != nil {
		return 1, err
	}
	return m.Run(), nil
}

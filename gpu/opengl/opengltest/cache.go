// Package opengltest has helpers for tests of packages that use OpenGL.
package opengltest

import (
	"os"
	"testing"
)

// ShaderCacheVariable is the environment variable with Mesa's shader cache folder.
const ShaderCacheVariable = "MESA_SHADER_CACHE_DIR"

// ShaderCache returns Mesa's shader cache folder, or "".
func ShaderCache() string {
	if dir := os.Getenv(ShaderCacheVariable); dir != "" {
		return dir
	}
	dir, _ := os.UserCacheDir() // with an error Mesa has none either
	return dir
}

// RunWithOwnCache runs the tests of a package with a separate user cache and returns their status. The shader cache
// stays the user's, because compiling all kernels takes a software driver half a minute.
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

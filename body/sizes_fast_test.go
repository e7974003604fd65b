//go:build !slow

package body

const randomSizes = 3

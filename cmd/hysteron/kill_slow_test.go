//go:build slow

package main

var killCounts = kills{plain: 50, pictures: 50, gpu: 50, gpuPictures: 50}

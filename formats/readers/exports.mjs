// Opens what hysteron export has written in programs of others, which npm installs: the validator of glTF's authors, and TinyUSDZ.
//
//   node exports.mjs RUN glb FILE.glb      no error of the validator
//   node exports.mjs RUN usd FILE FRAME    vertices where the run's caches have them in that frame, to 1e-6 m
import fs from 'fs'
import path from 'path'

const [run, kind, file, frame] = process.argv.slice(2)

function fail(text) {
  console.error(`${file}: ${text}`)
  process.exit(1)
}

// cached is a frame of a PC2 cache of the run; USD has _ where names have what its names may not.
function cached(name) {
  const at = ['cache', 'body'].map(d => path.join(run, d)).filter(d => fs.existsSync(d)).flatMap(d => fs.readdirSync(d).map(f => path.join(d, f)))
    .find(p => path.basename(p) === name + '.pc2' || path.extname(p) === '.pc2' && path.basename(p, '.pc2').replace(/\W/g, '_') === name)
  if (!at) fail(`no cache of ${name} in ${run}`)
  const b = fs.readFileSync(at)
  const points = b.readInt32LE(16), start = b.readFloatLE(20)
  const from = 32 + 12 * points * (Number(frame) - start)
  return Array.from({ length: 3 * points }, (_, k) => b.readFloatLE(from + 4 * k))
}

if (kind === 'glb') {
  const validator = (await import('gltf-validator')).default
  const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)))
  console.log(`${file}: ${report.issues.numErrors} errors, ${report.issues.numWarnings} warnings`)
  if (report.issues.numErrors) fail(JSON.stringify(report.issues.messages.slice(0, 5), null, 1))
} else {
  // TinyUSDZ is built for browsers.
  process.type = 'renderer'
  globalThis.window = globalThis
  const fetch = globalThis.fetch
  globalThis.fetch = async u => String(u).startsWith('file:') ? new Response(fs.readFileSync(new URL(u)), { headers: { 'Content-Type': 'application/wasm' } }) : fetch(u)
  const usd = await (await import('tinyusdz/tinyusdz.js')).default()
  const loader = new usd.TinyUSDZLoaderNative()
  if (!loader.loadFromBinary(fs.readFileSync(file), path.basename(file))) fail('TinyUSDZ does not read it')
  if (!loader.numMeshes()) fail('no mesh')
  let worst = 0
  for (let i = 0; i < loader.numMeshes(); i++) {
    const mesh = loader.getMesh(i), want = cached(mesh.primName)
    if (mesh.points.length !== want.length) fail(`${mesh.primName} has ${mesh.points.length / 3} points, its cache ${want.length / 3}`)
    want.forEach((v, k) => { worst = Math.max(worst, Math.abs(v - mesh.points[k])) })
  }
  console.log(`${file}: ${loader.numMeshes()} meshes in frame ${frame}: vertices agree to ${worst.toPrecision(2)} m`)
  if (!(worst < 1e-6)) fail('too far from the caches')
}

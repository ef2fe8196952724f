import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { root } from '../lib/prepare.mjs'

/** An image that was built, and is mounted. */
export type BuiltImage = ReturnType<typeof buildImage>

/** Builds deploy/Dockerfile on a base of what this machine has: no registry of images is asked. */
export function buildImage(folder: string) {
  const base = `localhost/passport-base-${process.pid}`
  const image = `localhost/passport-check-${process.pid}`
  execFileSync('bash', [path.join(root, 'scripts/deployment/make-base.sh'), base])
  const options = '--isolation chroot --format docker --pull-never --layers=false'.split(' ')
  const file = path.join(root, 'deploy/Dockerfile')
  const names = ['--build-arg', `BASE=${base}`, '--tag', image, '--file', file]
  buildah('bud', ...options, ...names, root)
  const container = buildah('from', '--pull-never', image)
  const inspected = JSON.parse(buildah('inspect', '--type', 'image', image)) as {
    OCIv1: { config: { Env: string[]; Cmd: string[]; User: string; WorkingDir: string } }
  }
  // The base has one layer.
  const [, ...own] = layerSizes(image, path.join(folder, 'image'))
  return {
    /** Folder with its files. */
    tree: buildah('mount', container),
    config: inspected.OCIv1.config,
    /** Bytes of the layers that are not the base's, compressed. */
    ownBytes: own.reduce((sum, size) => sum + size, 0),
    remove: () => {
      buildah('rm', container)
      buildah('rmi', '--force', image, base)
    },
  }
}

// Pushed into a folder, since only a push compresses.
function layerSizes(image: string, to: string): number[] {
  buildah('push', image, `oci:${to}`)
  const read = (name: string): unknown => JSON.parse(readFileSync(path.join(to, name), 'utf8'))
  const [{ digest }] = (read('index.json') as { manifests: [{ digest: string }] }).manifests
  const manifest = read(`blobs/${digest.replace(':', '/')}`) as { layers: { size: number }[] }
  return manifest.layers.map(({ size }) => size)
}

function buildah(...args: string[]): string {
  return execFileSync('buildah', args, { encoding: 'utf8', stdio: 'pipe' }).trim()
}

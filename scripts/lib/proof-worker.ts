import path from 'node:path'
import { build } from 'rolldown'
import { root } from './prepare.mjs'

const NAME = 'virtual:proof-worker'
const ID = `\0${NAME}`

/** The plugin interface that rolldown, Vite and Vitest share, without depending on any. */
export interface ProofWorker {
  name: string
  resolveId(id: string): string | null
  load(id: string): Promise<string | null>
}

let built: Promise<string> | undefined

/** Bundles the worker into one plain script. */
export async function buildWorker(): Promise<string> {
  const { output } = await build({
    input: path.join(root, 'widget/captcha/proof-worker.ts'),
    platform: 'browser',
    transform: { target: 'es2022' },
    write: false,
    output: { format: 'iife', minify: true, comments: false },
  })
  return output[0].code
}

/** Gives the worker of the captcha as text to the scripts that start it, whatever their origin. */
export const proofWorker: ProofWorker = {
  name: 'proof-worker',
  resolveId: (id) => (id === NAME ? ID : null),
  async load(id) {
    if (id !== ID) return null
    built ??= buildWorker()
    return `export default ${JSON.stringify(await built)}`
  },
}

// Writes docs/openapi.json and docs/admin-openapi.json from the tables of calls; with --check fails if
// one of them is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { root } from './lib/prepare.mjs'
import type { OpenApi } from './openapi/requests.ts'

const recording = new URL('openapi/recording-superstruct.ts', import.meta.url).href

// Before the table is loaded, see there.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'superstruct' && context.parentURL !== recording
      ? { url: recording, shortCircuit: true }
      : next(specifier, context),
})

const { protocolDocument } = await import('./openapi/protocol-document.ts')
const { adminDocument } = await import('./openapi/admin-document.ts')

for (const [name, document] of [
  ['docs/openapi.json', protocolDocument()],
  ['docs/admin-openapi.json', adminDocument()],
] as const) {
  const file = path.join(root, name)
  const text = print(document)
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${name} is out of date: run \`node scripts/make-openapi.ts\`.`)
    process.exitCode = 1
  }
}

// One path a line, so that a change shows where it is.
function print({ paths, ...rest }: OpenApi): string {
  const lines = Object.entries(paths).map(([name, item]) => `"${name}":${JSON.stringify(item)}`)
  return `${JSON.stringify(rest).slice(0, -1)},"paths":{\n${lines.join(',\n')}\n}}\n`
}

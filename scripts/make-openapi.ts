// Writes docs/openapi.json and docs/admin-openapi.json from the tables of calls; with --check fails if
// one of them is out of date.
import { registerHooks } from 'node:module'
import { writeMade } from './lib/write-made.ts'
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

writeMade('docs/openapi.json', print(protocolDocument()))
writeMade('docs/admin-openapi.json', print(adminDocument()))

// One path a line, so that a change shows where it is.
function print({ paths, ...rest }: OpenApi): string {
  const lines = Object.entries(paths).map(([name, item]) => `"${name}":${JSON.stringify(item)}`)
  return `${JSON.stringify(rest).slice(0, -1)},"paths":{\n${lines.join(',\n')}\n}}\n`
}

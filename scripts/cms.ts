// `npm run cms`: a visual editor for the texts of this checkout, for this machine only. It is
// fetched from the package registry once, into .cache, and needs nothing outside after that.
import process from 'node:process'
import { fetchEditor } from './cms/fetch-editor.ts'
import { serveEditor } from './cms/serve.ts'
import { expectFree } from './lib/ports.ts'
import { root } from './lib/prepare.mjs'

const PORT = Number(process.env.CMS_PORT ?? 4323)

try {
  await expectFree({ CMS_PORT: PORT })
  const editor = await fetchEditor(root, (line) => console.log(line))
  const { origin, close } = await serveEditor({ root, editor, port: PORT })
  console.log(`
  Open ${origin} to write. What you save is in src/content at once; npm run dev shows it.
  Ctrl-C ends it.
`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, close)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import sirv from 'sirv'
import { buildGallery } from './element/gallery.ts'
import { createPuzzles } from './element/gallery-puzzles.ts'

const port = Number(process.env.PORT ?? 4700)
const outDir = fileURLToPath(new URL('../.cache/gallery', import.meta.url))
await buildGallery(outDir)
const files = sirv(outDir, { dev: true })
const puzzles = createPuzzles()
createServer((request, response) => {
  if (puzzles.answers(request.url ?? '')) puzzles.listen(request, response)
  else files(request, response)
}).listen(port, '127.0.0.1', () => {
  console.log(`Every state of every screen: http://localhost:${port}/`)
  console.log(`Every mail, light and dark:      http://localhost:${port}/mails/en.html`)
  console.log(`Fifty puzzles of a kind to try: http://localhost:${port}/?many=slide`)
  console.log(`The captcha in a drawer:         http://localhost:${port}/?screen=captcha&show=side`)
})

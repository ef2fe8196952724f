// What follows a build: the search index and the compressed files. Run with the folder of the site
// and that of the build before it, if there is one.
import process from 'node:process'
import { precompress } from '../../../scripts/lib/precompress.ts'
import { makeSearchIndex } from '../../../scripts/lib/search-index.ts'

const [, , folder = 'dist/site', before] = process.argv
await makeSearchIndex(folder, before)
await precompress(folder, before)

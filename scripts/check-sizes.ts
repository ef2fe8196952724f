// Fails when something shipped is larger than its budget.
import process from 'node:process'
import { build } from './build.ts'
import { measureSizes } from './lib/sizes.ts'

await build(() => {})
for (const { what, bytes, budget } of measureSizes()) {
  const line = `${what}: ${bytes} of ${budget} bytes`
  if (bytes > budget) {
    console.error(`${line}: too large`)
    process.exitCode = 1
  } else {
    console.log(line)
  }
}

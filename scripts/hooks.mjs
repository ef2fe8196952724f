// After an install: use the repository's own git hooks. Does nothing outside a checkout.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

if (existsSync('.git') && process.env.CI === undefined) {
  try {
    execFileSync('git', ['config', 'core.hooksPath', '.githooks'], { stdio: 'ignore' })
  } catch {
    console.warn('git hooks are not set up: git is missing or the checkout is read-only')
  }
}

import { existsSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { expect, test } from 'vitest'
import { languageFiles } from '../../scripts/make-languages.ts'

test.each([...languageFiles(process.cwd())])(
  '%s is up to date with the list of languages',
  (file, text) => {
    expect(existsSync(file) ? readFileSync(file, 'utf8') : undefined).toBe(text)
  },
)

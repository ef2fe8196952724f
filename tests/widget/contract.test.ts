import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { attributes, type Control } from '../../widget/src/base/contract.ts'
import { attributeNames, readSettings } from '../../widget/src/base/settings.ts'
import { accountParts, parts, tokens, type TokenRow } from '../../widget/src/base/theme.ts'

const folder = path.resolve('widget/src')

/** Texts of all files below a folder that have an ending. */
function textsOf(ending: RegExp): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n')
}

function valuesOf(control: Control): string[] {
  switch (control.kind) {
    case 'choice':
      return [...control.values]
    case 'list':
      return [...control.values, control.values.join(' ')]
    case 'flag':
      return ['', 'true', 'false']
    case 'text':
      return [control.example]
  }
}

test.each(attributeNames)('documents values of %s that the element accepts', (name) => {
  for (const value of valuesOf(attributes[name].control)) {
    const { attributeErrors } = readSettings(
      { aid: '1', [name]: value },
      { server: '', language: 'en' },
    )
    expect(attributeErrors, value).toEqual([])
  }
})

test('documents the existing custom properties with their values', () => {
  const css = readFileSync('protocol/theme.css', 'utf8')
  const shell = readFileSync('widget/src/styles/shell.css', 'utf8')
  for (const [name, row] of Object.entries<TokenRow>(tokens)) {
    // Those of the card have their value where they are used, so that the surface stays that of the card, too.
    const value = row.kind === 'colour' ? `light-dark(${row.light}, ${row.dark})` : row.value
    const isOfCard = name.startsWith('--passport-card')
    expect(isOfCard ? shell : css, name).toContain(isOfCard ? `var(${name},` : `${name}: ${value};`)
  }
})

test('documents parts that screens render', () => {
  const code = textsOf(/\.tsx$/)
  for (const name of Object.keys({ ...parts, ...accountParts })) {
    expect(new RegExp(`part\\('${name}'|name="${name}"|'${name}'`).test(code), name).toBe(true)
  }
})

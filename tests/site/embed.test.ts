import { expect, test } from 'vitest'
import { contrastOf } from '../../src/scripts/embed/contrast.ts'
import {
  coloursOf,
  fromHash,
  readDesign,
  toHash,
  type Option,
} from '../../src/scripts/embed/design.ts'
import { cssSnippet, htmlSnippet, reactSnippet, toText } from '../../src/scripts/embed/snippet.ts'

const options: Option[] = [
  { kind: 'choice', name: 'view', usual: 'login' },
  { kind: 'list', name: 'methods', usual: 'password code' },
  { kind: 'flag', name: 'popup', usual: '' },
  { kind: 'text', name: 'next', usual: '' },
  { kind: 'colour', name: '--passport-accent', usual: 'light-dark(#2340c8, #a3b5ff)' },
  { kind: 'length', name: '--passport-radius', usual: '10px' },
]

function formOf(fields: [string, string][]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

const usual: [string, string][] = [
  ['view', 'login'],
  ['methods', 'password'],
  ['methods', 'code'],
  ['next', ' '],
  ['--passport-accent', '#2340c8'],
  ['--passport-accent', '#a3b5ff'],
  ['--passport-radius', '10px'],
]
const source = { tag: 'passport-login', server: 'https://id.example', aid: '1002' }

test('leaves out default values', () => {
  expect(readDesign(options, formOf(usual))).toEqual({ attributes: {}, tokens: {} })
})

test('writes the design into a URL and reads it back', () => {
  const design = readDesign(
    options,
    formOf([
      ['view', 'sign-up'],
      ['methods', 'code'],
      ['popup', 'on'],
      ['next', '/a?b="c"&d'],
      ['--passport-accent', '#111111'],
      ['--passport-accent', '#eeeeee'],
      ['--passport-radius', '0px'],
    ]),
  )
  expect(design.tokens).toEqual({
    '--passport-accent': 'light-dark(#111111, #eeeeee)',
    '--passport-radius': '0px',
  })
  expect(toText(htmlSnippet(source, design)))
    .toBe(`<link rel="modulepreload" href="https://id.example/passport-login.js">
<script type="module" src="https://id.example/passport-login.js"></script>
<style>
  passport-login {
    --passport-accent: light-dark(#111111, #eeeeee);
    --passport-radius: 0px;
  }
</style>

<passport-login
  aid="1002"
  view="sign-up"
  methods="code"
  popup
  next="/a?b=&quot;c&quot;&amp;d"
></passport-login>`)
  expect(Object.fromEntries(fromHash(`#${toHash(design)}`))).toEqual({
    ...design.attributes,
    ...design.tokens,
  })
})

test('writes one line without options', () => {
  const design = { attributes: {}, tokens: {} }
  expect(toText(htmlSnippet(source, design)).split('\n').at(-1)).toBe(
    '<passport-login aid="1002"></passport-login>',
  )
  expect(cssSnippet(source, design)).toEqual([])
  expect(toText(reactSnippet(source, design))).toContain('onpassport-success={(event)')
})

test('adds a button that opens a dialog', () => {
  const design = { attributes: { presentation: 'dialog' }, tokens: {} }
  expect(toText(htmlSnippet(source, design)))
    .toContain(`<passport-login aid="1002" presentation="dialog"></passport-login>
<button type="button" id="sign-in">Sign in</button>
<script type="module">
  document.querySelector('#sign-in').onclick = () =>
    document.querySelector('passport-login').open()
</script>`)
  expect(toText(reactSnippet(source, design))).toContain(`  return (
    <>
      <passport-login
        aid="1002"
        presentation="dialog"
        onpassport-success={(event) => greet(event.detail.user)}
      ></passport-login>
      <button onClick={() => document.querySelector('passport-login').open()}>
        Sign in
      </button>
    </>
  )`)
})

test('computes contrast like WCAG', () => {
  expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(coloursOf('light-dark(#111111, #eeeeee)')).toEqual(['#111111', '#eeeeee'])
  expect(coloursOf('#123456')).toEqual(['#123456', '#123456'])
})

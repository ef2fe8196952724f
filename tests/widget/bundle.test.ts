import { compileFunction } from 'node:vm'
import { expect, test } from 'vitest'
import { askAgain } from '../../scripts/element/ask-again.ts'
import { inlineFacades } from '../../scripts/element/inline-facades.ts'
import { inlineRuntime, type Chunk } from '../../scripts/element/inline-runtime.ts'
import { byLanguage, speak } from '../../widget/src/messages/by-language.ts'

function chunk(fileName: string, code: string, imports: string[] = []): Chunk {
  return { name: fileName, fileName, code, imports, moduleIds: [] }
}

test('asks for what a file only passes on where it is', () => {
  const chunks = inlineFacades([
    chunk('loader.js', 'import(`./assets/main-1.js`).then(({start:e})=>e())'),
    chunk(
      'assets/big-2.js',
      'const a=async()=>(await import(`./screen-3.js`)).Screen,b=()=>import(`./screen-3.js`)',
    ),
    chunk('assets/main-1.js', 'export{x as start}from"./big-2.js";'),
    chunk('assets/screen-3.js', 'export{t as Screen,n as Flow}from"./own-4.js";'),
    chunk('assets/own-4.js', 'export{t,n}'),
  ])
  expect(chunks.map(({ fileName, code }) => [fileName, code])).toEqual([
    ['loader.js', 'import("./assets/big-2.js").then(({x:e})=>e())'],
    [
      'assets/big-2.js',
      'const a=async()=>(await import("./own-4.js")).t,b=()=>import("./own-4.js").then(m=>({Screen:m.t,Flow:m.n}))',
    ],
    ['assets/own-4.js', 'export{t,n}'],
  ])
})

test('loads words in the languages that are spoken, also those that come later, and each once', async () => {
  const loaded: string[] = []
  const load = (language: string) => async () => {
    loaded.push(language)
    return await Promise.resolve({ bind: { [language]: `words in ${language}` } })
  }
  await speak('ja')
  const texts = await byLanguage({ en: load('en'), ja: load('ja'), zh: load('zh') }, 'bind')
  expect(texts).toEqual({ ja: 'words in ja' })
  await speak('en')
  await speak('ja')
  expect(texts).toEqual({ ja: 'words in ja', en: 'words in en' })
  expect(loaded).toEqual(['ja', 'en'])
})

test('asks for a lost file under another address each time, and for one that came under the same', async () => {
  const asked: string[] = []
  const [first] = askAgain(
    [
      chunk(
        'a/main.js',
        'const made=[()=>import("./later-1.js"),()=>import(`./own-2.js`)];export{made};',
      ),
    ],
    'a/main.js',
  )
  const load = async (address: string): Promise<string> => {
    asked.push(address)
    await Promise.resolve()
    if (asked.length < 3) throw new Error(`no ${address}`)
    return `code of ${address}`
  }
  const body = `${first?.code.replaceAll('import(', 'load(').replace(/export.*$/, '')}return made`
  const make = compileFunction(body, ['load']) as (ask: typeof load) => (() => Promise<string>)[]
  const [later, own] = make(load)
  await expect(later?.()).rejects.toThrow('no ./later-1.js')
  await expect(later?.()).rejects.toThrow('no ./later-1.js?again=1')
  expect(await own?.()).toBe('code of ./own-2.js')
  expect(await later?.()).toBe('code of ./later-1.js?again=2')
  expect(await later?.()).toBe('code of ./later-1.js?again=2')
})

test('leaves a file as it is that asks for no other, and has others ask the first one', () => {
  const code = '()=>import("./own-2.js")'
  const plain = chunk('a/texts-1.js', 'export{a};import("https://example.com/x.js")')
  const built = askAgain(
    [
      chunk('a/main.js', 'export{a};'),
      plain,
      chunk('a/later.js', code, ['a/main.js']),
      chunk('loader.js', code),
    ],
    'a/main.js',
  )
  expect(built[0]?.code).toMatch(/^const .*export\{\$again,a\};$/)
  expect(built[1]).toBe(plain)
  expect(built[2]?.code).toBe('import{$again}from"./main.js";()=>$again("./own-2.js")')
  expect(built[3]?.code).toMatch(/^const .*\(\)=>\$again\("\.\/own-2\.js"\)$/)
})

test('finds the helpers of the bundler in the first file', () => {
  const used = 'import{t as e}from"./rolldown-runtime-1.js";'
  const chunks = inlineRuntime(
    [
      chunk('a/rolldown-runtime-1.js', 'var x=1;export{x as t};'),
      chunk('main', `${used}export{e as a};`, ['a/rolldown-runtime-1.js']),
      chunk('a/later.js', `${used}e()`, ['a/rolldown-runtime-1.js']),
    ].map((one) => (one.fileName.includes('runtime') ? { ...one, name: 'rolldown-runtime' } : one)),
    'main',
  )
  expect(chunks.map(({ code, imports }) => [code, imports])).toEqual([
    [
      'const $helpers=(()=>{var x=1;return{t:x}})();const{t:e}=$helpers;export{$helpers,e as a};',
      [],
    ],
    ['import{$helpers}from"./main";const{t:e}=$helpers;e()', ['main']],
  ])
})

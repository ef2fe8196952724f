import { compileFunction } from 'node:vm'
import { expect, test } from 'vitest'
import { askAgain } from '../../scripts/element/ask-again.ts'
import { inlineFacades } from '../../scripts/element/inline-facades.ts'
import type { Chunk } from '../../scripts/element/inline-runtime.ts'
import { byLanguage, speak } from '../../widget/src/messages/by-language.ts'

function chunk(fileName: string, code: string): Chunk {
  return { name: fileName, fileName, code, imports: [], moduleIds: [] }
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
    return await Promise.resolve(`words in ${language}`)
  }
  await speak('ja')
  const texts = await byLanguage({ en: load('en'), ja: load('ja'), zh: load('zh') })
  expect(texts).toEqual({ ja: 'words in ja' })
  await speak('en')
  await speak('ja')
  expect(texts).toEqual({ ja: 'words in ja', en: 'words in en' })
  expect(loaded).toEqual(['ja', 'en'])
})

test('asks for a lost file under another address each time, and for one that came under the same', async () => {
  const asked: string[] = []
  const code = 'return [()=>import("./later-1.js"),()=>import(`./own-2.js`),import.meta]'
  const { code: built } = askAgain(chunk('main.js', code))
  const load = async (address: string): Promise<string> => {
    asked.push(address)
    await Promise.resolve()
    if (asked.length < 3) throw new Error(`no ${address}`)
    return `code of ${address}`
  }
  const body = built.replaceAll('import.meta', '0').replaceAll('import(', 'load(')
  const make = compileFunction(body, ['load']) as (ask: typeof load) => (() => Promise<string>)[]
  const [later, own] = make(load)
  await expect(later?.()).rejects.toThrow('no ./later-1.js')
  await expect(later?.()).rejects.toThrow('no ./later-1.js?again=1')
  expect(await own?.()).toBe('code of ./own-2.js')
  expect(await later?.()).toBe('code of ./later-1.js?again=2')
  expect(await later?.()).toBe('code of ./later-1.js?again=2')
})

test('leaves a file as it is that asks for no other', () => {
  const plain = chunk('texts-1.js', 'export{a};import("https://example.com/x.js")')
  expect(askAgain(plain)).toBe(plain)
})

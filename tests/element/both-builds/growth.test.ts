import { ok } from '../support/assert.ts'

const loader: string = '/passport-login.js'
const { load }: { load: () => void } = await import(loader)
load()
await customElements.whenDefined('passport-login')

/** The newest few may be held by the browser itself; a leak holds a hundred or more. */
const KEPT_BY_BROWSER = 10

function make(): HTMLElement {
  const element = document.createElement('passport-login')
  for (const [name, value] of Object.entries({ aid: '1002', server: '', theme: 'dark' })) {
    element.setAttribute(name, value)
  }
  return element
}

test('leaks nothing after 200 mounts, moves and elements that were never added', async () => {
  const { gc } = globalThis as { gc?: () => void }
  ok(gc, 'the browser was started with --expose-gc')
  const elements: WeakRef<HTMLElement>[] = []
  const other = document.createElement('section')
  document.body.append(other)
  for (let round = 0; round < 200; round++) {
    const element = make()
    elements.push(new WeakRef(element))
    if (round % 2 === 0) {
      document.body.append(element)
      other.append(element)
      await new Promise((resolve) => {
        setTimeout(resolve, round % 20 === 0 ? 20 : 0)
      })
      element.remove()
    }
  }
  const left = (): number => elements.filter((ref) => ref.deref() !== undefined).length
  // What is leaked stays for good; what a busy machine has not finished yet (a call, a drawing)
  // goes within a while.
  for (let round = 0; round < 300 && left() > KEPT_BY_BROWSER; round++) {
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
    gc()
  }
  ok(left() <= KEPT_BY_BROWSER, `${left()} of 200 elements are still held`)
})

import { ok } from './support/assert.ts'

const loader: string = '/passport-login.js'
const { load }: { load: () => void } = await import(loader)
load()
await customElements.whenDefined('passport-login')

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
  for (let round = 0; round < 20 && left() > 3; round++) {
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
    gc()
  }
  ok(left() <= 3, `${left()} of 200 elements are still held`)
})

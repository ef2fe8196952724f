import { keepTyped } from '../../../widget/src/base/keep-typed.ts'
import { equal, ok } from '../support/assert.ts'
import { find } from '../support/frame.ts'

/** Draws a field anew, as another type perhaps, and answers it with what was put back. */
function drawAnew(before: string, after: string): HTMLInputElement {
  const element = document.createElement('div')
  const draw = (type: string): HTMLInputElement => {
    element.innerHTML = `<input name="email" autocomplete="email" type="${type}">`
    return find(element, 'input')
  }
  document.body.append(element)
  const early = draw(before)
  early.value = 'ann@example.com'
  early.focus()
  if (before === 'text') early.setSelectionRange(1, 3)
  const putBack = keepTyped(element, element)
  const anew = draw(after)
  putBack()
  return anew
}

for (const [before, after, range] of [
  ['text', 'text', [1, 3]],
  // No range can be read or set there.
  ['email', 'email', [null, null]],
  ['text', 'email', [null, null]],
  ['email', 'text', [15, 15]],
] as const) {
  test(`moves text and focus from a field of type ${before} into one of type ${after}`, () => {
    const anew = drawAnew(before, after)
    equal(anew.value, 'ann@example.com')
    ok(document.activeElement === anew, 'typing goes on in it')
    const { selectionStart, selectionEnd } = anew
    equal<(number | null)[]>([selectionStart, selectionEnd], [...range])
    anew.parentElement?.remove()
  })
}

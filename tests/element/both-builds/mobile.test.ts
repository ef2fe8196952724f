import { press } from '../support/commands.ts'
import { equal, ok } from '../support/assert.ts'
import { find, openFrame, until, type Frame } from '../support/frame.ts'

/** An element whose field for mobile numbers is there, as somebody comes to it. */
async function openMobile(): Promise<{
  frame: Frame
  input: HTMLInputElement
  button: HTMLButtonElement
}> {
  const frame = await openFrame('/pages/plain.html?methods=code&lang=en')
  const link = Array.from(frame.element.querySelectorAll('button')).find(
    (one) => one.textContent === 'Use mobile',
  )
  ok(link, 'the way to the field')
  link.click()
  await until(() => frame.element.querySelector('[name=mobile]') !== null, 'the field')
  const input = find<HTMLInputElement>(frame.element, '[name=mobile]')
  await until(() => frame.document.activeElement === input, 'focus in the field')
  return { frame, input, button: find(frame.element, '[data-part=country-button]') }
}

function type(frame: Frame, input: HTMLInputElement, text: string): void {
  input.value = text
  input.dispatchEvent(new frame.window.InputEvent('input', { bubbles: true }))
}

const numberOf = (frame: Frame): string =>
  find<HTMLInputElement>(frame.element, '[name=number]').value

test('switches the country by the number’s prefix, and formats the number', async () => {
  const { frame, input, button } = await openMobile()
  type(frame, input, '+81 90 1234 5678')
  await until(() => button.textContent === 'JP +81', 'the country')
  equal(numberOf(frame), '+819012345678')
  equal(input.value, '+81 90 1234 5678')
  input.blur()
  await until(() => input.value === '090-1234-5678', 'the national form')
  equal(numberOf(frame), '+819012345678')
  frame.close()
})

test('keeps input from before the number field loads', async () => {
  const frame = await openFrame('/pages/plain.html?methods=code&lang=en')
  const link = Array.from(frame.element.querySelectorAll('button')).find(
    (one) => one.textContent === 'Use mobile',
  )
  // Some engines draw later than others, and the code of the field may come right after that.
  const waiting = 'form > div:not([data-part]) [name=email]'
  await new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (frame.element.querySelector(waiting) === null) return
      observer.disconnect()
      resolve()
    })
    observer.observe(frame.element, { childList: true, subtree: true })
    link?.click()
  })
  type(frame, find<HTMLInputElement>(frame.element, waiting), '+81 90 1234 5678')
  await until(() => frame.element.querySelector('[name=mobile]') !== null, 'the field')
  const input = find<HTMLInputElement>(frame.element, '[name=mobile]')
  await until(() => frame.document.activeElement === input, 'focus in the field')
  equal([input.value, numberOf(frame)], ['090-1234-5678', '+819012345678'])
  equal(input.selectionStart, input.value.length)
  frame.close()
})

test('finds a country by keyboard alone and returns the focus', async () => {
  const { frame, input, button } = await openMobile()
  type(frame, input, '7911 123456')
  frame.window.focus()
  button.focus()
  await press('Enter')
  await until(() => frame.element.querySelector('[role=combobox]') !== null, 'the list')
  const search = find<HTMLInputElement>(frame.element, '[role=combobox]')
  await until(() => frame.document.activeElement === search, 'focus in the search')
  const active = (): string | undefined =>
    frame.document.getElementById(search.getAttribute('aria-activedescendant') ?? '')?.textContent
  for (const letter of 'united') await press(letter)
  await until(() => active()?.startsWith('United Arab Emirates') === true, 'the first found')
  await press('ArrowDown')
  await until(() => active()?.startsWith('United Kingdom') === true, 'the next')
  await press('Enter')
  await until(() => button.textContent === 'GB +44', 'the choice')
  ok(frame.document.activeElement === input, 'focus in the number')
  equal(numberOf(frame), '+447911123456')
  button.focus()
  await press('Enter')
  await until(() => frame.element.querySelector('[role=combobox]') !== null, 'the list again')
  await press('Escape')
  await until(() => frame.element.querySelector('[role=combobox]') === null, 'no list')
  ok(frame.document.activeElement === button, 'focus on the button')
  frame.close()
})

test('leaves the keys of an input method alone', async () => {
  const { frame, button } = await openMobile()
  button.click()
  await until(() => frame.element.querySelector('[role=combobox]') !== null, 'the list')
  const search = find<HTMLInputElement>(frame.element, '[role=combobox]')
  // The second is how Safari tells of the key that ends a word.
  for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
    for (const key of ['ArrowDown', 'Enter', 'Escape']) {
      const init = { key, bubbles: true, cancelable: true, ...composing }
      ok(search.dispatchEvent(new frame.window.KeyboardEvent('keydown', init)), `${key} is kept`)
    }
  }
  ok(search.isConnected, 'the list is still there')
  const enter = { key: 'Enter', bubbles: true, cancelable: true }
  search.dispatchEvent(new frame.window.KeyboardEvent('keydown', enter))
  await until(() => !search.isConnected, 'the choice')
  frame.close()
})

test('shows what is missing, and switches to e-mail with the input', async () => {
  const { frame, input } = await openMobile()
  type(frame, input, '0901')
  find<HTMLFormElement>(frame.element, 'form').requestSubmit()
  await until(() => input.getAttribute('aria-invalid') === 'true', 'the mark')
  ok(frame.document.activeElement === input, 'focus')
  find(frame.element, '[data-part=label-row] [data-part=link]').click()
  await until(() => frame.element.querySelector('[name=email]') !== null, 'the other field')
  equal(find(frame.element, '[name=email]').getAttribute('aria-invalid'), null)
  frame.close()
})

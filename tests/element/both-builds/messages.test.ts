import { equal, ok } from '../support/assert.ts'
import { find, releaseSlowFile, openFrame, until } from '../support/frame.ts'

test('shows messages of the page, at once and after every change', async () => {
  const frame = await openFrame('/pages/plain.html')
  const element = frame.element as HTMLElement & { messages?: object | undefined }
  const heading = (): string => find(element, '[data-part=heading]').textContent
  equal(heading(), 'Sign in')
  const account = find<HTMLInputElement>(element, '[name=account]')
  account.value = 'ann@example.com'
  element.messages = { signIn: 'Log in', needPassword: 'And the password?', signUp: 7 }
  await until(() => heading() === 'Log in', 'the page’s own word')
  ok(find(element, '[name=account]') === account, 'the field is the same')
  find<HTMLFormElement>(element, 'form').requestSubmit()
  await until(() => element.innerText.includes('And the password?'), 'the page’s own sentence')
  element.messages = undefined
  await until(() => heading() === 'Sign in', 'our word')
  equal(account.value, 'ann@example.com')
  frame.close()
})

test('shows messages of the page on lazily loaded screens, too', async () => {
  const frame = await openFrame('/pages/plain.html')
  const element = frame.element as HTMLElement & { messages?: object | undefined }
  element.messages = { newPassword: { userName: 'Handle' }, strength: { levels: ['Hopeless.'] } }
  element.setAttribute('sign-up-by', 'user-name')
  element.setAttribute('view', 'sign-up')
  await until(() => element.querySelector('[name=username]') !== null, 'the later screen')
  ok(element.innerText.includes('Handle'), 'its own word')
  const password = find<HTMLInputElement>(element, '[name=password]')
  password.value = 'password'
  password.dispatchEvent(new Event('input', { bubbles: true }))
  await until(() => element.innerText.includes('Hopeless.'), 'a word of a table in a table')
  password.form?.reset()
  await until(() => !element.innerText.includes('Hopeless.'), 'nothing about an empty field')
  frame.close()
})

test('keeps messages that were set before its script loaded', async () => {
  const frame = await openFrame('/pages/slow.html', { until: 'drawn' })
  Reflect.set(frame.element, 'messages', { signIn: 'Log in' })
  await releaseSlowFile()
  await until(
    () => frame.element.querySelector('[data-part=heading]')?.textContent === 'Log in',
    'the page’s own word',
  )
  equal(Reflect.get(frame.element, 'messages'), { signIn: 'Log in' })
  frame.close()
})

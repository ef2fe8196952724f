import { systems } from '../lib/systems.ts'
import { handleForm } from './ask-form.ts'
import { showState } from './page-states.ts'

const page = document.querySelector<HTMLElement>('.ask')
const apply = page?.querySelector<HTMLFormElement>('form[data-do=apply]')
const confirm = page?.querySelector<HTMLFormElement>('form[data-do=confirm]')
const ticket = new URLSearchParams(location.search).get('ticket')

if (page && apply && confirm) {
  if (ticket !== null) {
    showState(page, 'confirm', false)
    // Nobody should copy the code from the address, and a reload should not send it again.
    history.replaceState(null, '', location.pathname)
  }
  handleForm(apply, async (send, read, calls) => {
    const email = read('email')
    const [name, about] = [read('name'), read('about')]
    const system = systems.find((one) => one === read('system'))
    await calls.applyEarlyAccess(send, {
      email,
      ...(name && { name }),
      ...(about && { about }),
      ...(system && { system }),
    })
    const sent = page.querySelector<HTMLElement>('[data-text]')
    if (sent) sent.textContent = (sent.dataset['text'] ?? '').replace('{email}', email)
    showState(page, 'sent')
  })
  handleForm(
    confirm,
    async (send, _read, calls) => {
      await calls.confirmEarlyAccess(send, ticket ?? '')
      showState(page, 'confirmed')
    },
    () => showState(page, 'broken'),
  )
  for (const again of page.querySelectorAll('[data-do=again]')) {
    again.addEventListener('click', () => {
      showState(page, 'apply', false)
      apply.querySelector<HTMLInputElement>('input')?.focus()
    })
  }
}

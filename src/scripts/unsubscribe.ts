import { handleForm } from './ask-form.ts'
import { showState } from './page-states.ts'

const page = document.querySelector<HTMLElement>('.ask')
const form = page?.querySelector('form')
const token = new URLSearchParams(location.search).get('token')

if (page && form) {
  if (token === null) showState(page, 'broken', false)
  handleForm(
    form,
    async (send, _read, calls) => {
      await calls.unsubscribe(send, token ?? '')
      showState(page, 'done')
    },
    () => showState(page, 'broken'),
  )
}

import { handleForm } from './ask-form.ts'
import { keepInLinks } from './keep-in-links.ts'
import { showState } from './page-states.ts'

const page = document.querySelector<HTMLElement>('.ask')
const form = page?.querySelector('form')
const input = form?.querySelector<HTMLInputElement>('input[name=code]')

if (page && form && input) {
  input.value = new URLSearchParams(location.search).get('code') ?? ''
  handleForm(form, async (send, read, calls) => {
    const code = read('code')
    if (document.documentElement.dataset['session'] !== 'in') {
      // Checked first, so that nobody creates an account for a code that is not valid.
      await calls.checkAccessCode(send, code)
      keepInLinks(page, 'code', code)
      showState(page, 'signin')
      return
    }
    await calls.redeemAccessCode(send, code)
    showState(page, 'done')
  })
}

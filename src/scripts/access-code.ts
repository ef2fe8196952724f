import { handleForm } from './ask-form.ts'
import { keepInLinks } from './keep-in-links.ts'
import { showState } from './page-states.ts'

const page = document.querySelector<HTMLElement>('.ask')
const form = page?.querySelector('form')
const input = form?.querySelector<HTMLInputElement>('input[name=code]')

if (page && form && input) {
  input.value = new URLSearchParams(location.search).get('code') ?? ''
  handleForm(form, async (client, read, endpoints) => {
    const access_code = read('code')
    if (document.documentElement.dataset['session'] !== 'in') {
      // Checked first, so that nobody creates an account for a code that is not valid.
      await client.send(endpoints.checkAccessCode, { access_code })
      keepInLinks(page, 'code', access_code)
      showState(page, 'signin')
      return
    }
    await client.send(endpoints.redeemAccessCode, { access_code })
    showState(page, 'done')
  })
}

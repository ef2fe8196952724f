import type { Client } from '../../widget/src/client/index.ts'

/** What a form does with a client once its fields are there; they are read by their names. */
export type Work = (client: Client, read: (name: string) => string) => Promise<void>

/**
 * Lets a form of a static page call the account server. Fields that must be filled in say so in
 * `data-missing`; the button says what it is doing in `data-working`. The client, and the captcha
 * when it is asked for, come with the first press.
 */
export function handleForm(form: HTMLFormElement, work: Work): void {
  form.noValidate = true
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit(form, work)
  })
}

async function submit(form: HTMLFormElement, work: Work): Promise<void> {
  const button = form.querySelector('button')
  if (!button || button.getAttribute('aria-disabled') === 'true') return
  const problem = form.querySelector<HTMLElement>('[role=alert]')
  if (problem) problem.textContent = ''
  if (!check(form)) return
  const label = button.textContent
  // Not `disabled`, which would take the focus away from it.
  button.setAttribute('aria-disabled', 'true')
  button.textContent = button.dataset['working'] ?? label
  try {
    const { createSiteClient } = await import('./site-client.ts')
    const data = new FormData(form)
    await work(createSiteClient(form), (name) => {
      const value = data.get(name)
      return typeof value === 'string' ? value.trim() : ''
    })
  } catch (error) {
    const { describe } = await import('./site-client.ts')
    if (problem) problem.textContent = describe(error, form.dataset)
  } finally {
    button.removeAttribute('aria-disabled')
    button.textContent = label
  }
}

function check(form: HTMLFormElement): boolean {
  let first: HTMLElement | undefined
  for (const input of form.querySelectorAll<HTMLInputElement>('[data-missing]')) {
    const isGood = input.checkValidity()
    const error = document.getElementById(`${input.id}-error`)
    if (error) error.textContent = isGood ? '' : (input.dataset['missing'] ?? '')
    if (isGood) input.removeAttribute('aria-invalid')
    else {
      input.setAttribute('aria-invalid', 'true')
      first ??= input
    }
  }
  first?.focus()
  return first === undefined
}

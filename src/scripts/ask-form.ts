import type { Client } from '../../widget/src/client/index.ts'
import type { endpoints as siteRows } from './site-client.ts'
import { tellUnreached } from './unreached.ts'

/** What a form does with a client once its fields are there; they are read by their names. */
export type Work = (
  client: Client,
  read: (name: string) => string,
  endpoints: typeof siteRows,
) => Promise<void>

/** How a call is refused that goes by a link which a mail program cut off, or which is too old. */
const BROKEN_LINK = new Set(['ticket_expired', 'bad_parameter'])

/**
 * Lets a form of a static page call the account server. Fields that must be filled in say so in
 * `data-missing`; the button says what it is doing in `data-working`. The client with its rows, and
 * the captcha when it is asked for, come with the first press. Where all depends on the link that
 * brought somebody here, `onBrokenLink` is called when that is no good.
 */
export function handleForm(form: HTMLFormElement, work: Work, onBrokenLink?: () => void): void {
  form.noValidate = true
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit(form, work, onBrokenLink)
  })
}

async function submit(
  form: HTMLFormElement,
  work: Work,
  onBrokenLink: (() => void) | undefined,
): Promise<void> {
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
    const { createSiteClient, endpoints } = await import('./site-client.ts')
    const data = new FormData(form)
    const read = (name: string): string => {
      const value = data.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    await work(createSiteClient(form), read, endpoints)
  } catch (error) {
    if (onBrokenLink && error instanceof Error && BROKEN_LINK.has(error.name)) onBrokenLink()
    else {
      const text = await describe(error, form.dataset)
      if (problem) problem.textContent = text
    }
  } finally {
    button.removeAttribute('aria-disabled')
    button.textContent = label
  }
}

// The script that knows words for it may be the very thing that did not come.
async function describe(
  error: unknown,
  words: { offline?: string; failed?: string },
): Promise<string> {
  try {
    const client = await import('./site-client.ts')
    return client.describe(error, words)
  } catch (lost) {
    reportError(lost)
    return tellUnreached(words)
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

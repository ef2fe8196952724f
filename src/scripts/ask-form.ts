import type { Client } from '../../widget/src/client/index.ts'
import type { calls as siteCalls } from './site-client.ts'
import { networkMessage } from './network-message.ts'

/** What a form does with the calls of the site; reads the fields by name. */
export type Work = (
  send: Client['send'],
  read: (name: string) => string,
  calls: typeof siteCalls,
) => Promise<void>

/** Errors of a link from a mail that was cut off or has expired. */
const BROKEN_LINK = new Set(['ticket_expired', 'bad_parameter'])

/** Submits a form of a static page to the account server; loads the client on the first press. */
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
  // Not `disabled`, which would lose the focus.
  button.setAttribute('aria-disabled', 'true')
  button.textContent = button.dataset['working'] ?? label
  try {
    const { createSiteClient, calls } = await import('./site-client.ts')
    const data = new FormData(form)
    const read = (name: string): string => {
      const value = data.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    await work(createSiteClient(form).send, read, calls)
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

// The script with the messages may be what failed to load.
async function describe(
  error: unknown,
  words: { offline?: string; failed?: string },
): Promise<string> {
  try {
    const client = await import('./site-client.ts')
    return client.describe(error, words)
  } catch (lost) {
    reportError(lost)
    return networkMessage(words)
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

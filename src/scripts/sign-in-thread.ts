import { requestedDestination } from './destination.ts'

/** Storage key of typed text, for the next form. */
const TYPED = 'passport-typed'
/** Passwords and codes are never stored. */
const FIELDS = 'input:is([name=account], [name=email], [name=name])'

/** Adds `?next=` to the links of the form before the element's script does. */
export function keepNext(form: HTMLElement, next = requestedDestination()): void {
  if (next === undefined) return
  for (const link of form.querySelectorAll<HTMLAnchorElement>('passport-login a')) {
    const address = new URL(link.href)
    address.searchParams.set('next', next)
    link.href = address.href
  }
}

/** Lets a form that stands in place of a page lead back to it, with its query. */
export function returnHere(form: HTMLElement): void {
  const here = location.pathname + location.search
  form.querySelector('passport-login')?.setAttribute('next', here)
  for (const field of form.querySelectorAll<HTMLInputElement>('input[name=next]')) {
    field.value = here
  }
  // At the click, since the element draws its links itself.
  form.addEventListener('click', () => keepNext(form, here), { capture: true })
}

/** Carries typed text over to the same page in another language, and to the form a link leads to. */
export function keepTyped(form: HTMLElement): void {
  restoreTyped(form)
  for (const link of document.querySelectorAll('.site-header a[hreflang]')) {
    link.addEventListener('click', () => storeTyped(form))
  }
  form.addEventListener('click', ({ target }) => {
    const isLink =
      target instanceof Element && target.closest('passport-login a:not([data-platform])')
    if (isLink) storeTyped(form)
  })
}

function storeTyped(form: HTMLElement): void {
  const fields = [...form.querySelectorAll<HTMLInputElement>(FIELDS)]
  const typed = Object.fromEntries(fields.map(({ name, value }) => [name, value]))
  const account = typed['account'] || typed['email'] || ''
  // A username is no address.
  const email = /@|^\+?\d/.test(account) ? account : ''
  try {
    sessionStorage.setItem(TYPED, JSON.stringify({ ...typed, account, email }))
  } catch {
    // The person types it again.
  }
}

function restoreTyped(form: HTMLElement): void {
  try {
    const typed: unknown = JSON.parse(sessionStorage.getItem(TYPED) ?? '{}')
    sessionStorage.removeItem(TYPED)
    for (const field of form.querySelectorAll<HTMLInputElement>(FIELDS)) {
      const text: unknown = Object(typed)[field.name]
      if (typeof text === 'string') field.value ||= text
    }
  } catch {
    // Without storage the fields stay empty.
  }
}

/** Shows the name of the plan that was chosen on the price list; `first.js` has read it from the address. */
export function namePlan(form: HTMLElement): void {
  const line = form.querySelector<HTMLElement>('.entry-plan')
  const name = line?.querySelector('b')
  const names: unknown = JSON.parse(line?.dataset['names'] ?? '{}')
  const { plan } = document.documentElement.dataset
  const title: unknown = plan === undefined ? undefined : Object(names)[plan]
  if (name && typeof title === 'string') name.textContent = title
  else delete document.documentElement.dataset['plan']
}

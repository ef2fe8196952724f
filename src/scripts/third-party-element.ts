import type { PassportLoginElement, PassportRejection } from '../../widget/src/base/public.ts'
import { accountOrigin } from '../lib/account-origin.ts'
import { type Lang, pathIn } from '../lib/languages.ts'

/** The application, the language and the rejection that the element explains. */
export interface Explained {
  aid: number
  lang: Lang
  rejection: PassportRejection
  /** Called when the person is signed in, or has moved what they came for. */
  onDone: (isSignedIn: boolean) => void
}

/** Shows the element's screen for a rejection. @throws where its script cannot be loaded */
export async function showRejection(place: HTMLElement, explained: Explained): Promise<void> {
  const { aid, lang, rejection, onDone } = explained
  const element: PassportLoginElement = document.createElement('passport-login')
  element.setAttribute('aid', String(aid))
  element.setAttribute('lang', lang)
  element.setAttribute('pages', pathIn(lang, ''))
  element.setAttribute('view', 'third-party')
  element.rejection = rejection
  element.addEventListener('passport-success', (event) => {
    event.preventDefault()
    onDone(true)
  })
  element.addEventListener('passport-changed', () => onDone(false))
  place.prepend(element)
  // Loaded by its address, as on every other page, and only here, because few people need it.
  await import(/* @vite-ignore */ `${accountOrigin()}/passport-login.js`)
}

import { ChallengeClosed } from '../../widget/captcha/errors.ts'
import type { PassportLoginElement } from '../../widget/src/public.ts'
import { accountOrigin } from '../lib/account-origin.ts'
import { type Lang, pathIn } from '../lib/languages.ts'

/** A provider account that the server has proved but signs nobody in with yet. */
interface ProvedAccount {
  /** Value of the rejection that stands for it. */
  key: string
  aid: number
  lang: Lang
  /** Whether it belongs to an account here, of which only more proof is wanted. */
  isLinked: boolean
}

/**
 * Shows the element's own screen, until the person is signed in.
 * @throws ChallengeClosed when a person who is known refuses the proof
 */
export function signInByElement(place: HTMLElement, account: ProvedAccount): Promise<void> {
  const { key, aid, lang, isLinked } = account
  const element: PassportLoginElement = document.createElement('passport-login')
  element.setAttribute('aid', String(aid))
  element.setAttribute('lang', lang)
  element.setAttribute('pages', pathIn(lang, ''))
  element.setAttribute('view', 'third-party')
  element.setAttribute('profile-key', key)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  element.addEventListener('passport-success', (event) => {
    event.preventDefault()
    resolve()
  })
  element.addEventListener('passport-cancel', () => {
    // Whoever is new still has the form in front of them.
    if (!isLinked) return
    element.remove()
    reject(new ChallengeClosed())
  })
  place.prepend(element)
  // As on every other page, by its address, and only for the few who need it.
  import(/* @vite-ignore */ `${accountOrigin()}/passport-login.js`).catch(reject)
  return promise
}

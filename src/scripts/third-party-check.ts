import { ChallengeClosed } from '../../widget/captcha/errors.ts'
import type { PassportLoginElement } from '../../widget/src/public.ts'
import { accountOrigin } from '../lib/account-origin.ts'

/** Somebody whose third-party account is linked, and of whom more is asked. */
interface Known {
  /** Stands for the third-party account. */
  key: string
  aid: number
  lang: 'en' | 'ja'
  /** Where they go in the end. */
  next: string | undefined
}

/**
 * Lets the sign-in element ask for what the server still wants, and answers where to go on to.
 * @throws ChallengeClosed when the person gave up
 */
export function askForMore(place: HTMLElement, known: Known): Promise<string | undefined> {
  const element: PassportLoginElement = document.createElement('passport-login')
  element.setAttribute('aid', String(known.aid))
  element.setAttribute('lang', known.lang)
  element.setAttribute('pages', known.lang === 'en' ? '' : `/${known.lang}`)
  element.setAttribute('view', 'third-party')
  element.setAttribute('profile-key', known.key)
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
  element.addEventListener('passport-success', (event) => {
    event.preventDefault()
    resolve(known.next)
  })
  element.addEventListener('passport-cancel', () => {
    element.remove()
    reject(new ChallengeClosed())
  })
  place.append(element)
  // As on every other page, by its address, and only for the few who need it.
  import(/* @vite-ignore */ `${accountOrigin()}/passport-login.js`).catch(reject)
  return promise
}

import type { Language } from '#protocol/languages.ts'
import type { bind } from './en/bind.ts'
import type { closeAccount } from './en/close-account.ts'
import type { common } from './en/common.ts'
import type { hosted } from './en/hosted.ts'
import type { identity } from './en/identity.ts'
import type { mobile } from './en/mobile.ts'
import type { newPassword } from './en/new-password.ts'
import type { own } from './en/own.ts'
import type { accountPassword } from './en/account-password.ts'
import type { profile } from './en/profile.ts'
import type { providers } from './en/providers.ts'
import type { qr } from './en/qr.ts'
import type { secondVerify } from './en/second-verify.ts'
import type { session } from './en/session.ts'
import type { stopped } from './en/stopped.ts'
import type { strength } from './en/strength.ts'
import type { thirdParty } from './en/third-party.ts'

/** All messages of the element in one language, by area; the English ones give the shape. */
export interface Messages {
  language: Language
  bind: typeof bind
  closeAccount: typeof closeAccount
  common: typeof common
  hosted: typeof hosted
  identity: typeof identity
  mobile: typeof mobile
  newPassword: typeof newPassword
  own: typeof own
  accountPassword: typeof accountPassword
  profile: typeof profile
  providers: typeof providers
  qr: typeof qr
  secondVerify: typeof secondVerify
  session: typeof session
  stopped: typeof stopped
  strength: typeof strength
  thirdParty: typeof thirdParty
  /** Messages of the page for errors, by name or number; they replace those of the server. */
  errors?: Readonly<Record<string, string>>
  /** All that a page says in place of ours, for messages that are loaded later. */
  replacements?: object
}

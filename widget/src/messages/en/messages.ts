import type { Messages } from '../messages.ts'
import { bind } from './bind.ts'
import { closeAccount } from './close-account.ts'
import { common } from './common.ts'
import { hosted } from './hosted.ts'
import { identity } from './identity.ts'
import { mobile } from './mobile.ts'
import { newPassword } from './new-password.ts'
import { own } from './own.ts'
import { accountPassword } from './account-password.ts'
import { profile } from './profile.ts'
import { providers } from './providers.ts'
import { qr } from './qr.ts'
import { secondVerify } from './second-verify.ts'
import { session } from './session.ts'
import { stopped } from './stopped.ts'
import { strength } from './strength.ts'
import { thirdParty } from './third-party.ts'

/** All messages of the element in English. */
export const messages: Messages = {
  language: 'en',
  bind,
  closeAccount,
  common,
  hosted,
  identity,
  mobile,
  newPassword,
  own,
  accountPassword,
  profile,
  providers,
  qr,
  secondVerify,
  session,
  stopped,
  strength,
  thirdParty,
}

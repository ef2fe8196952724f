import type { Language } from '#protocol/common-params.ts'
import type { bindTexts } from './bind.ts'
import type { closeAccountTexts } from './close-account.ts'
import type { hostedTexts } from './hosted.ts'
import type { identityTexts } from './identity.ts'
import type { mobileTexts } from './mobile.ts'
import type { newPasswordTexts } from './new-password.ts'
import type { ownPasswordTexts } from './own-password.ts'
import type { ownTexts } from './own.ts'
import type { profileTexts } from './profile.ts'
import type { providerTexts } from './providers.ts'
import type { qrTexts } from './qr.ts'
import type { secondVerifyTexts } from './second-verify.ts'
import type { stoppedTexts } from './stopped.ts'
import type { strengthTexts } from './strength.ts'
import type { Texts } from './texts.ts'
import type { thirdPartyTexts } from './third-party.ts'

/** Tables of the words that come with later screens, by the names under which a page replaces them. */
interface LaterTables {
  bind: typeof bindTexts
  closeAccount: typeof closeAccountTexts
  hosted: typeof hostedTexts
  identity: typeof identityTexts
  mobile: typeof mobileTexts
  newPassword: typeof newPasswordTexts
  own: typeof ownTexts
  ownPassword: typeof ownPasswordTexts
  profile: typeof profileTexts
  providers: typeof providerTexts
  qr: typeof qrTexts
  secondVerify: typeof secondVerifyTexts
  stopped: typeof stoppedTexts
  strength: typeof strengthTexts
  thirdParty: typeof thirdPartyTexts
}

/** Words of the later screens in one language. */
export type LaterWords = { [Name in keyof LaterTables]: LaterTables[Name][Language] }

/** What a later screen says: our words, or those that the page put in their place. */
export function said<Name extends keyof LaterWords>(
  texts: Texts,
  name: Name,
  table: Record<Language, LaterWords[Name]>,
): LaterWords[Name] {
  const words = table[texts.language]
  return texts.own ? texts.own(name, words) : words
}

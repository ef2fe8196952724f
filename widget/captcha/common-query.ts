import { PROTOCOL_VERSION } from '#protocol/protocol-version.ts'
import type { CaptchaConfig } from './config.ts'

/** Returns the common parameters of every call of the captcha; `webId` is that of its decision. */
export function commonQuery(
  {
    aid,
    subjectAid,
    language,
    source,
  }: Pick<CaptchaConfig, 'aid' | 'language'> & Partial<CaptchaConfig>,
  webId: string,
): Record<string, string> {
  return {
    aid: String(aid),
    ...(subjectAid === undefined ? {} : { subject_aid: String(subjectAid) }),
    language,
    account_sdk_source: source ?? 'web',
    passport_jssdk_version: PROTOCOL_VERSION,
    fp: webId,
    verifyFp: webId,
  }
}

/** Returns a value for the CSRF header of calls without cookies, where any value will do. */
export function madeUpToken(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('')
}

import { clientErrors } from '#protocol/client-errors.ts'
import type { Language } from '#protocol/languages.ts'
import type { Family, Source } from '#protocol/families.ts'
import type { SecondPass, SecondVerification } from './second-verify.ts'

/** Settings of a client. */
export interface ClientSettings {
  /** Registered application. */
  aid: number
  language: Language
  /** Origin of the account server; without one, the page's own. */
  server?: string | undefined
  interface?: Source | undefined
  /** Session of the interface `app` from an earlier start: the `session_key` of its sign-in. */
  sessionKey?: string | undefined
  /** Enterprise application; its calls then take the enterprise paths. */
  subjectAid?: number | undefined
  /** Root key (Ed25519, base64url) that must have signed the server's sealing keys. */
  sealRoot?: string | undefined
  /** Shows a captcha and settles when it is passed; rejects with `ChallengeClosed` when closed. */
  openChallenge?: ((decision: string) => Promise<unknown>) | undefined
  /**
   * Has a two-step verification passed and answers its references; rejects when the person gave up.
   * Without it, such a call is rejected with `SECOND_VALID` and the data of the refusal.
   */
  secondVerify?: ((verification: SecondVerification) => Promise<SecondPass>) | undefined
  /** Web id of the browser; the cookie `s_v_web_id` unless given. */
  fingerprint?: (() => string | Promise<string>) | undefined
  fetch?: typeof fetch | undefined
}

/** Families to look for a row in, the preferred first; some calls are in `aff` or in the root alone. */
export function familiesOf(settings: ClientSettings): Family[] {
  const own = { web: 'web', app: 'mobile', sso: 'sso' } as const
  const family = own[settings.interface ?? 'web']
  return settings.subjectAid === undefined
    ? [family, 'web', 'aff', 'root']
    : ['aff', family, 'web', 'root']
}

/** Logs invalid general parameters, which the server will reject. */
export function checkSettings(settings: ClientSettings): void {
  const wrong = [
    isAid(settings.aid) ? '' : `aid is ${settings.aid}`,
    settings.subjectAid === undefined || isAid(settings.subjectAid)
      ? ''
      : `subject_aid is ${settings.subjectAid}`,
  ].filter(Boolean)
  if (wrong.length > 0) {
    // oxlint-disable-next-line no-console -- whoever embeds the client looks for it in the console
    console.error(
      `passport-login: ${clientErrors.badParams}: ${wrong.join(', ')}; use the number under which the application is registered.`,
    )
  }
}

const unknown = new Set<number>()

/** Logs once that the server knows no such application. */
export function tellUnknown(aid: number): void {
  if (unknown.has(aid)) return
  unknown.add(aid)
  // oxlint-disable-next-line no-console -- whoever embeds the client looks for it in the console
  console.error(
    `passport-login: the account server has no application ${aid}, so nobody can sign in here; write the number of one, or register it by \`app add ${aid}\`.`,
  )
}

function isAid(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 2 ** 31
}

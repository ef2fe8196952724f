import { readDecision } from '#protocol/captcha/decision.ts'
import type { Decision } from '#protocol/captcha/decision.ts'
import { toLanguage } from '#protocol/languages.ts'
import { createApi } from './api.ts'
import { completeConfig } from './config.ts'
import type { CaptchaConfig } from './config.ts'
import { ChallengeClosed } from './errors.ts'
import { mountFallback } from './fallback.ts'
import { insertScript } from './insert-script.ts'
import { createLoader } from './loader.ts'
import type { Loader } from './loader.ts'
import { loadMessages } from './messages/load-messages.ts'
import type { Messages } from './messages/messages.ts'
import { preferredKind } from './presentation.ts'
import { registry } from './registry.ts'
import type { Mount, SharedReact } from './registry.ts'
import { createSession } from './session.ts'
import type { Pass } from './session.ts'
import { openSurface } from './surface.ts'

export { ChallengeClosed } from './errors.ts'
export { loaderStatus } from './loader.ts'
export { POLICY_NAME } from './trusted-types.ts'
export { CAPTCHA_VERSION } from './version.ts'
export type { CaptchaConfig, CaptchaOptions } from './config.ts'
export type { LoaderStatus } from './loader.ts'
export type { SharedReact } from './registry.ts'

/** Result of a passed captcha; the repeated request carries its web id. */
export interface Passed {
  fp: string
  detail: string
  /** Only for forms of other sites, whose server verifies it. */
  ticket: string | undefined
  /** Validity of the pass. */
  expiresInSeconds: number
}

/** Options of a captcha besides the decision. */
export interface ChallengeOptions {
  config: Partial<CaptchaConfig> & Pick<CaptchaConfig, 'aid'>
  /** React of the page; the captcha script has none. */
  shared: SharedReact
  /** Element that asked; the captcha follows its theme. */
  opener?: Element
  /** Container of the captcha; by default it follows the opener. */
  place?: Element
  /** Closes the captcha. */
  signal?: AbortSignal
  /**
   * Called for each script or settings address that failed, and when none is left; logs by default.
   */
  warn?: (error: Error, address: string) => void
  fetch?: typeof fetch
}

/** Shown until the script is loaded, with a way to compute instead. */
function waiting(messages: Messages, compute: () => void): HTMLElement[] {
  const status = document.createElement('p')
  status.className = 'status is-first'
  status.textContent = messages.silent
  const other = document.createElement('button')
  other.type = 'button'
  other.className = 'link is-first'
  other.textContent = messages.otherWay
  other.addEventListener('click', compute)
  return [status, other]
}

/** People can still sign in, so this is for developers. */
function warn({ name, message }: Error, address: string): void {
  const what = name === 'Error' ? message : name
  console.warn(`passport-captcha: ${what}`, ...(address === '' ? [] : [address])) // oxlint-disable-line no-console
}

const loaders = new Map<string, Loader>()

/** One loader for each settings address, so that a page loads a script once. */
function loaderFor(config: CaptchaConfig, decision: Decision, options: ChallengeOptions): Loader {
  const key = `${config.settingHost} ${config.region}`
  const known = loaders.get(key)
  if (known) return known
  const api = createApi(config, decision, options.fetch ?? fetch)
  const loader = createLoader({
    region: config.region,
    fetchSettings: (signal) => api.settings(signal),
    insertScript,
    warn: options.warn ?? warn,
  })
  loaders.set(key, loader)
  return loader
}

/**
 * Shows the captcha that a decision asks for and settles when it is passed. The protected request is
 * then sent again, unchanged, with the web id of the pass.
 * @throws ChallengeClosed when the person closes it; TypeError when the decision cannot be read.
 */
export async function openChallenge(conf: unknown, options: ChallengeOptions): Promise<Passed> {
  const decision = readDecision(conf)
  if (!decision) throw new TypeError('passport-login: the decision configuration cannot be read')
  options.signal?.throwIfAborted()
  const { fp, detail, subtype } = decision
  const config = completeConfig({
    ...options.config,
    region: options.config.region ?? decision.region,
  })
  // The decision says slide where the server leaves the choice to the page.
  const kind = subtype === 'slide' ? (preferredKind(config.captchaShowMode) ?? subtype) : subtype
  const { challenge } = await loadMessages[toLanguage(config.language)]()
  options.signal?.throwIfAborted()
  const messages: Messages = { ...challenge, ...config.captchaOptions.messages }
  registry().shared ??= options.shared

  return await new Promise<Passed>((resolve, reject) => {
    const api = createApi(config, decision, options.fetch ?? fetch)
    const close = () => {
      end()
      reject(new ChallengeClosed())
    }
    const onPass = (pass: Pass) => {
      end()
      resolve({ fp, detail, ...pass })
    }
    const session = createSession(api, onPass, close)
    const { opener, place } = options
    const inside = place ?? (opener ? undefined : document.body)
    const where = { opener: opener ?? document.documentElement, inside }
    const surface = openSurface(config, messages, where, session.close)
    options.signal?.addEventListener('abort', close)
    let unmount: (() => void) | undefined
    let isOpen = true

    function end(): void {
      isOpen = false
      options.signal?.removeEventListener('abort', close)
      session.dispose()
      unmount?.()
      surface.remove()
    }

    function show(mount: Mount): void {
      // The person has already chosen to compute instead.
      if (!isOpen || unmount) return
      // Preact would add to existing content.
      surface.container.replaceChildren()
      unmount = mount({ container: surface.container, session, messages, kind })
    }

    // The captcha may be passed before a script is loaded.
    session.start()
    surface.container.append(...waiting(messages, () => show(mountFallback)))
    loaderFor(config, decision, options)
      .load()
      // The loader has reported why; computing needs no script.
      .then(show, () => show(mountFallback))
  })
}

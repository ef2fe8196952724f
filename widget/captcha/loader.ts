import { captchaSettings } from '#protocol/captcha/calls.ts'
import type { CaptchaSettings, Region } from '#protocol/captcha/settings.ts'
import { clientErrors } from '#protocol/client-errors.ts'
import { pathOf } from '#protocol/endpoint.ts'
import type { Mount } from './registry.ts'

/** Status of the loader; it can start from `idle` and `failed`. */
export const loaderStatus = { idle: 0, loading: 1, loaded: 2, failed: 3 } as const

/** A status of the loader. */
export type LoaderStatus = (typeof loaderStatus)[keyof typeof loaderStatus]

/** Time limit for one script, in milliseconds. */
export const SCRIPT_TIMEOUT_MS = 4000

/** Time limit for the settings, in milliseconds. */
export const SETTINGS_TIMEOUT_MS = 20_000

/** One attempt to load a script. */
export interface ScriptAttempt {
  /** Resolves to what the script registered; undefined if it registered nothing. */
  loaded: Promise<Mount | undefined>
  /** Removes the script from the page; if it still runs, it has no effect. */
  abandon(): void
}

/** Dependencies of the loader. */
export interface LoaderParts {
  region: Region
  fetchSettings(signal: AbortSignal): Promise<CaptchaSettings>
  insertScript(address: string, integrity: string | undefined): ScriptAttempt
  /** Called for each address that failed, and without an address when none is left. */
  warn?(error: Error, address: string): void
  setTimeout?(callback: () => void, ms: number): ReturnType<typeof setTimeout>
  clearTimeout?(timer: ReturnType<typeof setTimeout>): void
}

/** Loads the captcha script once. */
export type Loader = ReturnType<typeof createLoader>

function failure(name: string, message: string): Error {
  const error = new Error(message)
  error.name = name
  return error
}

/** Creates the loader for one settings address. */
export function createLoader(parts: LoaderParts) {
  const later = parts.setTimeout ?? ((callback: () => void, ms: number) => setTimeout(callback, ms))
  const cancel =
    parts.clearTimeout ?? ((timer: ReturnType<typeof setTimeout>) => clearTimeout(timer))
  let status: LoaderStatus = loaderStatus.idle
  let current: Promise<Mount> | undefined

  /** Rejects when `work` takes too long. */
  async function within<Value>(
    work: Promise<Value>,
    ms: number,
    late: () => Error,
  ): Promise<Value> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = new Promise<never>((_, reject) => {
      timer = later(() => reject(late()), ms)
    })
    try {
      return await Promise.race([work, end])
    } finally {
      if (timer !== undefined) cancel(timer)
    }
  }

  async function settings(): Promise<CaptchaSettings> {
    const stop = new AbortController()
    try {
      return await within(parts.fetchSettings(stop.signal), SETTINGS_TIMEOUT_MS, () =>
        failure(clientErrors.timeout, 'the captcha settings did not come in time'),
      )
    } finally {
      stop.abort()
    }
  }

  async function tryAddress(address: string, integrity: string | undefined): Promise<Mount> {
    const attempt = parts.insertScript(address, integrity)
    try {
      const mount = await within(attempt.loaded, SCRIPT_TIMEOUT_MS, () =>
        failure(clientErrors.scriptTooSlow, address),
      )
      // An error page or another script loads but registers nothing.
      if (!mount) throw failure('Error', clientErrors.scriptFailed)
      return mount
    } catch (error) {
      attempt.abandon()
      throw error
    }
  }

  function tell(error: unknown, address: string): void {
    parts.warn?.(error instanceof Error ? error : new Error(String(error)), address)
  }

  async function run(): Promise<Mount> {
    const { js_v2, back_up_js_v2, integrity } = await settings().catch((error: unknown) => {
      tell(error, pathOf(captchaSettings, 'root') ?? '')
      throw error
    })
    const { region } = parts
    const first = js_v2[region]
    const addresses = [...(first ? [first] : []), ...(back_up_js_v2[region] ?? [])]
    for (const address of addresses) {
      try {
        return await tryAddress(address, integrity[region])
      } catch (error) {
        tell(error, address)
      }
    }
    const none = failure('Error', clientErrors.noScript)
    tell(none, '')
    throw none
  }

  return {
    get status() {
      return status
    },
    /** Loads the script or joins a running load; rejects when every address failed. */
    async load() {
      if (current && (status === loaderStatus.loading || status === loaderStatus.loaded)) {
        return await current
      }
      status = loaderStatus.loading
      current = run().then(
        (mount) => {
          status = loaderStatus.loaded
          return mount
        },
        (error: unknown) => {
          status = loaderStatus.failed
          throw error
        },
      )
      return await current
    },
  }
}

import { registry } from './registry.ts'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string }
}

/** `blob:` is the worker that computes, made of our own script. */
const schemes = new Set(['https:', 'http:', 'blob:'])

/** Name to list in a page's `trusted-types` directive. */
export const POLICY_NAME = 'passport-login'

/**
 * The address as a page with `require-trusted-types-for 'script'` takes it. What
 * may load is settled by the page's `script-src` and by the integrity of the script.
 */
export function trustedScript(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return address
  const known = registry()
  // Made once: a page may forbid a second policy of the same name.
  known.policy ??= trustedTypes.createPolicy(POLICY_NAME, {
    createScriptURL(given) {
      const { protocol } = new URL(given, location.href)
      if (schemes.has(protocol)) return given
      throw new TypeError(`passport-login: ${protocol} is not a scheme to load scripts from`)
    },
  })
  return known.policy.createScriptURL(address)
}

import { clientErrors } from '#protocol/client-errors.ts'
import type { ScriptAttempt } from './loader.ts'
import { registry } from './registry.ts'
import { trustedScript } from './trusted-types.ts'

/**
 * Loads a classic script with its integrity. `import()` would need no Trusted Types policy, but no
 * browser can be told the integrity of what it imports.
 */
export function insertScript(address: string, integrity: string | undefined): ScriptAttempt {
  const script = document.createElement('script')
  script.async = true
  // Without CORS the browser refuses to compare integrity, and a page with COEP refuses the script.
  script.crossOrigin = 'anonymous'
  if (integrity) script.integrity = integrity
  const loaded = new Promise<ReturnType<typeof registered>>((resolve, reject) => {
    script.addEventListener('load', () => resolve(registered()), { once: true })
    script.addEventListener('error', () => reject(new Error(clientErrors.scriptFailed)), {
      once: true,
    })
  })
  const registered = () => registry().mounts.get(script)
  script.src = trustedScript(address)
  document.head.append(script)
  return { loaded, abandon: () => script.remove() }
}

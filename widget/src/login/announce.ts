import { createArrival, isKnownSignedOut } from './arrival.ts'
import type { PageTelemetrySettings } from '../base/page-telemetry.ts'
import { emit } from '../base/emit.ts'
import type { Instance } from '../base/instance.ts'
import type { Settings } from '../base/settings.ts'
import { hasNoFocus } from '../base/keep-typed.ts'
import { placeOf } from '../base/place.ts'

/** Emits `passport-ready`, resumes the session and starts telemetry. */
export function announce(
  element: HTMLElement,
  instance: Instance,
  startTelemetry: (settings: PageTelemetrySettings) => void,
): void {
  if (element.hasAttribute('autofocus') && hasNoFocus()) {
    placeOf(element).querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
  }
  emit(element, 'passport-ready', { view: instance.$view.get().name })
  const settings = instance.$settings.get()
  void resume(element, instance)
  const { aid, server, telemetry: isOn } = settings
  startTelemetry({ aid, isOn, server: server || self.origin, place: 'element' })
  if (isOnOtherSite(settings)) {
    import('../base/other-site.ts').then(
      ({ adviseOtherSite }) => adviseOtherSite(settings.server),
      // A missing hint must not disturb the page.
      () => undefined,
    )
  }
}

async function resume(element: HTMLElement, instance: Instance): Promise<void> {
  const { name } = instance.$view.get()
  if (name !== 'login' && name !== 'sign-up') return
  if (isKnownSignedOut(instance.$settings.get().server)) {
    instance.tellSession(undefined)
    return
  }
  try {
    const { resumeSession } = await import('../base/session.ts')
    await resumeSession(instance, createArrival(element))
  } catch (error) {
    instance.report({ reason: 'internal', message: String(error) })
  }
}

// Compares the last two labels: wrong for some public suffixes, but then only a hint is missing.
function isOnOtherSite({ server, redirectUri }: Settings): boolean {
  const site = (host: string): string => host.split('.').slice(-2).join('.')
  return (
    server !== '' &&
    redirectUri === '' &&
    // A sandboxed frame has no origin to compare.
    self.origin !== 'null' &&
    site(new URL(server).hostname) !== site(new URL(self.origin).hostname)
  )
}

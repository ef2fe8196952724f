import { createArrival, isKnownSignedOut } from './arrival.ts'
import type { PageTelemetrySettings } from '../base/page-telemetry.ts'
import { emit } from '../base/emit.ts'
import type { Instance } from '../base/instance.ts'
import { isOtherSite } from '../base/is-other-site.ts'
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
  const { aid, server, redirectUri, telemetry: isOn } = settings
  startTelemetry({ aid, isOn, server: server || self.origin, place: 'element' })
  if (redirectUri === '' && isOtherSite(server)) {
    import('../base/other-site.ts').then(
      ({ adviseOtherSite }) => adviseOtherSite(server),
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

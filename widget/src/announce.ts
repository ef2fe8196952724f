import { createArrival, isKnownSignedOut } from './arrival.ts'
import { emit } from './emit.ts'
import type { Instance } from './instance.ts'
import type { Settings } from './settings.ts'
import { hasNoFocus } from './ui/keep-typed.ts'
import { placeOf } from './ui/place.ts'

/** Tells the page that an element works, and begins what was to wait for that. */
export function announce(element: HTMLElement, instance: Instance): void {
  if (element.hasAttribute('autofocus') && hasNoFocus()) {
    placeOf(element).querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
  }
  emit(element, 'passport-ready', { view: instance.$view.get().name })
  const settings = instance.$settings.get()
  void resume(element, instance)
  countOnce(settings)
  if (isOnOtherSite(settings)) {
    import('./other-site.ts').then(
      ({ adviseOtherSite }) => adviseOtherSite(settings.server),
      // Advice is never worth disturbing the page.
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
    const { resumeSession } = await import('./flows/session.ts')
    await resumeSession(instance, createArrival(element))
  } catch (error) {
    instance.report({ reason: 'internal', message: String(error) })
  }
}

// Which suffixes are public no page can know; the last two labels are enough for advice, since where
// they err it is only left out.
function isOnOtherSite({ server, redirectUri }: Settings): boolean {
  const site = (host: string): string => host.split('.').slice(-2).join('.')
  return (
    server !== '' &&
    redirectUri === '' &&
    // A sandboxed frame has none; what is wrong there is another matter.
    self.origin !== 'null' &&
    site(new URL(server).hostname) !== site(new URL(self.origin).hostname)
  )
}

/** Time after which nothing of the first screen is under way any more. */
const COUNT_AFTER_MS = 3000
/** However many elements there are, the page is one. */
let isCounted = false

function countOnce({ aid, server, telemetry: isOn }: Settings): void {
  const counted = { aid, isOn, server: server || self.origin }
  if (isCounted || !(isOn ?? counted.server === self.origin)) return
  isCounted = true
  setTimeout(
    () =>
      import('./count-page.ts').then(
        ({ countPage }) => countPage(counted),
        // Counting is never worth disturbing the page.
        () => undefined,
      ),
    COUNT_AFTER_MS,
  )
}

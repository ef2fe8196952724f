import { startTelemetry } from '../../widget/src/base/start-telemetry.ts'
import { accountOrigin } from '../lib/account-origin.ts'
import { site } from '../site.ts'
import './early-errors.ts'

/** Starts telemetry once the page is there: its view, its files and what fails on it. */
export function trackPageView(): void {
  const start = (): void =>
    startTelemetry(
      { aid: site.aid, server: accountOrigin() || location.origin, isOn: true, place: 'site' },
      window.earlyErrors,
    )
  if (document.readyState === 'complete') start()
  else addEventListener('load', start)
}

import { countLater } from '../../widget/src/base/count-later.ts'
import { accountOrigin } from '../lib/account-origin.ts'
import { site } from '../site.ts'
import './early-errors.ts'

/** Counts the page once it is there: its view, its files and what fails on it. */
export function countVisit(): void {
  const count = (): void =>
    countLater(
      { aid: site.aid, server: accountOrigin() || location.origin, isOn: true, place: 'site' },
      window.earlyErrors,
    )
  if (document.readyState === 'complete') count()
  else addEventListener('load', count)
}

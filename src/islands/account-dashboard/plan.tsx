import { useId, useState, type ReactElement } from 'react'
import { toast } from 'react-hot-toast/headless'
import { choosePlan, withdrawPlanChoice } from '#protocol/web/plans.ts'
import type { Client } from '../../../widget/src/client/index.ts'
import { pathIn, type Lang } from '../../lib/languages.ts'
import { formatLastDay } from '../../lib/last-day.ts'
import type { Currency } from '../../lib/prices.ts'
import { describeProblem } from '../account-setting/problem.ts'
import type { HeldPlan } from './load.ts'
import { firstPlan, isPlan, priceOf, wishIn, type Wish } from './wish.ts'
import type { AccountWords } from './words.ts'

interface Props {
  client: Client
  lang: Lang
  words: AccountWords
  held: HeldPlan
}

/** The plan of the account, what was chosen on the price list, and what codes gave. */
export function Plan({ client, lang, words, held: first }: Props): ReactElement {
  const t = words.dashboard.plan
  const id = useId()
  const [held, setHeld] = useState(first)
  const [wish, setWish] = useState(() => newWish(first, words.firstCurrency))
  const [isBusy, setBusy] = useState(false)
  const day = (seconds: number): string =>
    new Intl.DateTimeFormat(lang, { dateStyle: 'long' }).format(seconds * 1000)
  const nameOf = (plan: string): string => (isPlan(plan) ? words.plans[plan].name : plan)

  async function run(call: () => Promise<HeldPlan>, done: string): Promise<void> {
    if (isBusy) return
    setBusy(true)
    try {
      setHeld(await call())
      forgetWish()
      toast.success(done)
    } catch (error) {
      toast.error(describeProblem(error, words.settings))
    } finally {
      setBusy(false)
    }
  }

  function forgetWish(): void {
    setWish(undefined)
    history.replaceState(history.state, '', location.pathname)
  }

  return (
    <section className="chart plan-held" aria-labelledby={id}>
      <h2 id={id}>{t.title}</h2>
      <p className="plan-name">{nameOf(held.plan || firstPlan)}</p>
      <p className="field-hint">
        {held.plan === ''
          ? t.free
          : held.until === 0
            ? t.endless
            : t.until(formatLastDay(held.until, lang, 'medium'))}
      </p>
      {wish && (
        <div className="notice plan-wish">
          <h3>{t.wish(nameOf(wish.plan))}</h3>
          <p>{t.wishText(priceOf(wish, held.discounts, words.dashboard))}</p>
          <p className="buttons">
            <button
              className="button small"
              aria-disabled={isBusy}
              onClick={() =>
                void run(() => client.send(choosePlan, paidPart(wish)), t.kept(nameOf(wish.plan)))
              }
            >
              {t.confirm(nameOf(wish.plan))}
            </button>
            <button className="button small quiet" onClick={forgetWish}>
              {t.notNow}
            </button>
          </p>
        </div>
      )}
      {held.chosen && (
        <div className="notice">
          <p>
            {t.chosen(
              nameOf(held.chosen.plan),
              priceOf(held.chosen, held.discounts, words.dashboard),
              day(held.chosen.chosen_at),
            )}
          </p>
          <p className="buttons">
            <button
              className="button small quiet"
              aria-disabled={isBusy}
              onClick={() => void run(() => client.send(withdrawPlanChoice, {}), t.withdrawn)}
            >
              {t.withdraw}
            </button>
          </p>
        </div>
      )}
      <ul className="plan-gifts">
        {held.early_access === 1 && <li>{t.earlyAccess}</li>}
        {held.discounts.map(({ promo_code: code, percent, months, redeemed_at: at }) => (
          <li key={code}>{t.discount(code, percent, months, day(at))}</li>
        ))}
        {wish && isOpen(wish, held) && (
          <li>
            <a href={`${pathIn(lang, '/promo-code')}?${new URLSearchParams({ code: wish.promo })}`}>
              {t.redeem(wish.promo)}
            </a>
          </li>
        )}
      </ul>
      <p>
        <a className="more" href={pathIn(lang, '/pricing')}>
          {t.compare}
        </a>
      </p>
    </section>
  )
}

// What is held or chosen already need not be asked again.
function newWish(held: HeldPlan, firstCurrency: Currency): Wish | undefined {
  const wish = wishIn(location.search, firstCurrency)
  if (wish === undefined || wish.plan === held.plan) return undefined
  const { chosen } = held
  const isSame =
    chosen?.plan === wish.plan &&
    chosen.billing === wish.billing &&
    chosen.currency === wish.currency
  return isSame ? undefined : wish
}

function isOpen({ promo }: Wish, held: HeldPlan): boolean {
  return promo !== '' && !held.discounts.some(({ promo_code: code }) => code === promo)
}

function paidPart({ plan, billing, currency }: Wish): Omit<Wish, 'promo'> {
  return { plan, billing, currency }
}

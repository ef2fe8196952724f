import { useEffect, useId, useRef, useState, type ReactElement } from 'react'
import { toast } from 'react-hot-toast/headless'
import type { User } from '#protocol/objects.ts'
import { choosePlan, withdrawPlanChoice } from '#protocol/web/plans.ts'
import type { Client } from '../../../widget/src/client/index.ts'
import { pathIn, type Lang } from '../../lib/languages.ts'
import { formatLastDay } from '../../lib/last-day.ts'
import type { Currency } from '../../lib/prices.ts'
import { describeProblem } from '../account-setting/problem.ts'
import type { HeldPlan } from './load.ts'
import { firstPlan, isPlan, priceOf, wishIn, type PlanName, type Wish } from './wish.ts'
import type { AccountWords } from './words.ts'

interface Props {
  client: Client
  lang: Lang
  words: AccountWords
  user: User
  held: HeldPlan
}

/** Shows the account's plan, a choice from the price list, and discounts of promo codes. */
export function Plan({ client, lang, words, user, held: first }: Props): ReactElement {
  const t = words.dashboard.plan
  const id = useId()
  const [held, setHeld] = useState(first)
  const [wish, setWish] = useState(() => newWish(first, words.firstCurrency))
  const [isBusy, setBusy] = useState(false)
  const [changes, setChanges] = useState(0)
  const result = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The button is gone, so focus moves to the result and screen readers read it.
    if (changes > 0) result.current?.focus()
  }, [changes])
  const day = (seconds: number): string =>
    new Intl.DateTimeFormat(lang, { dateStyle: 'long' }).format(seconds * 1000)
  const nameOf = (plan: string): string => (isPlan(plan) ? words.plans[plan].name : plan)

  async function run(call: () => Promise<HeldPlan>): Promise<void> {
    if (isBusy) return
    setBusy(true)
    try {
      setHeld(await call())
      forgetWish()
      setChanges(changes + 1)
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

  const plan = held.plan || firstPlan
  return (
    <section className="panel panel-plan" aria-labelledby={id}>
      {wish && (
        <div className="plan-wish">
          <h2>{t.wish(nameOf(wish.plan))}</h2>
          <p>{t.wishText(priceOf(wish, held.discounts, words.dashboard))}</p>
          <p className="buttons">
            <button
              className="button small"
              aria-disabled={isBusy}
              onClick={() => void run(() => client.send(choosePlan, paidPart(wish)))}
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
        <div className="plan-wish">
          <h2 ref={result} tabIndex={-1}>
            {t.kept(nameOf(held.chosen.plan), user.name)}
          </h2>
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
              onClick={() => void run(() => client.send(withdrawPlanChoice, {}))}
            >
              {t.withdraw}
            </button>
          </p>
        </div>
      )}
      <header className="panel-head">
        <h2 id={id} ref={held.chosen ? undefined : result} tabIndex={-1}>
          {t.title}
        </h2>
        <p className="plan-name">{nameOf(plan)}</p>
        <p className="field-hint">
          {held.plan === ''
            ? t.free
            : held.until === 0
              ? t.endless
              : t.until(formatLastDay(held.until, lang, 'medium'))}
        </p>
      </header>
      {isPlan(plan) && <Limits plan={plan} words={words} />}
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

// The rows of the price list that give an amount.
function Limits({ plan, words }: { plan: PlanName; words: AccountWords }): ReactElement {
  const limits = words.rows.flatMap(({ name, [plan]: most }) =>
    typeof most === 'string' ? [{ name, most }] : [],
  )
  return (
    <dl className="limits">
      {limits.map(({ name, most }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{most}</dd>
        </div>
      ))}
    </dl>
  )
}

// Undefined where the account already has or has chosen the same.
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

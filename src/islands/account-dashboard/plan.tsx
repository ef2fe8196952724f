import { useEffect, useId, useRef, useState, type ReactElement } from 'react'
import type { Account } from '../../../widget/src/client/calls/account.ts'
import {
  choosePlan,
  withdrawPlanChoice,
  type HeldPlan,
} from '../../../widget/src/client/calls/plans.ts'
import type { Client } from '../../../widget/src/client/index.ts'
import { pathIn, type Lang } from '../../lib/languages.ts'
import { formatLastDay } from '../../lib/last-day.ts'
import type { Currency } from '../../lib/prices.ts'
import type { Notices } from '../shared/notices.ts'
import { describeProblem } from '../shared/problem.ts'
import {
  firstPlan,
  isPlan,
  priceOf,
  readPlanChoice,
  type PlanName,
  type PlanChoice,
} from './plan-choice.ts'
import type { AccountMessages } from './messages.ts'

interface Props {
  client: Client
  lang: Lang
  messages: AccountMessages
  notices: Notices
  user: Account
  held: HeldPlan
  /** What the person acts for meanwhile. */
  organization: string | undefined
}

/** Shows the person's plan, a choice from the price list, and discounts of promo codes. */
export function Plan(props: Props): ReactElement {
  const { client, lang, messages, notices, user, held: first, organization } = props
  const t = messages.dashboard.plan
  const id = useId()
  const [held, setHeld] = useState(first)
  const [choice, setChoice] = useState(() => pendingChoice(first, messages.firstCurrency))
  const [isBusy, setBusy] = useState(false)
  const [changes, setChanges] = useState(0)
  const result = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The button is gone, so focus moves to the result and screen readers read it.
    if (changes > 0) result.current?.focus()
  }, [changes])
  const day = (seconds: number): string =>
    new Intl.DateTimeFormat(lang, { dateStyle: 'long' }).format(seconds * 1000)
  const nameOf = (plan: string): string => (isPlan(plan) ? messages.plans[plan].name : plan)

  async function run(call: () => Promise<HeldPlan>): Promise<void> {
    if (isBusy) return
    setBusy(true)
    try {
      setHeld(await call())
      forgetChoice()
      setChanges(changes + 1)
    } catch (error) {
      notices.error(describeProblem(error, messages.settings))
    } finally {
      setBusy(false)
    }
  }

  function forgetChoice(): void {
    setChoice(undefined)
    history.replaceState(history.state, '', location.pathname)
  }

  const plan = held.plan || firstPlan
  return (
    <section className="panel panel-plan" aria-labelledby={id}>
      {choice && (
        <div className="plan-choice">
          <h2>{t.choice(nameOf(choice.plan))}</h2>
          <p>{t.choiceText(priceOf(choice, held.discounts, messages.dashboard))}</p>
          <p className="buttons">
            <button
              className="button small"
              aria-disabled={isBusy}
              onClick={() => void run(() => choosePlan(client.send, paidPart(choice)))}
            >
              {t.confirm(nameOf(choice.plan))}
            </button>
            <button className="button small quiet" onClick={forgetChoice}>
              {t.notNow}
            </button>
          </p>
        </div>
      )}
      {held.chosen && (
        <div className="plan-choice">
          <h2 ref={result} tabIndex={-1}>
            {t.kept(nameOf(held.chosen.plan), user.name)}
          </h2>
          <p>
            {t.chosen(
              nameOf(held.chosen.plan),
              priceOf(held.chosen, held.discounts, messages.dashboard),
              day(held.chosen.chosenAt),
            )}
          </p>
          <p className="buttons">
            <button
              className="button small quiet"
              aria-disabled={isBusy}
              onClick={() => void run(() => withdrawPlanChoice(client.send))}
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
        {organization !== undefined && <p className="field-hint">{t.own(organization)}</p>}
      </header>
      {isPlan(plan) && <Limits plan={plan} messages={messages} />}
      <ul className="plan-gifts">
        {held.hasEarlyAccess && <li>{t.earlyAccess}</li>}
        {held.discounts.map(({ code, percent, months, redeemedAt: at }) => (
          <li key={code}>{t.discount(code, percent, months, day(at))}</li>
        ))}
        {choice && isOpen(choice, held) && (
          <li>
            <a
              href={`${pathIn(lang, '/promo-code')}?${new URLSearchParams({ code: choice.promo })}`}
            >
              {t.redeem(choice.promo)}
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
function Limits({ plan, messages }: { plan: PlanName; messages: AccountMessages }): ReactElement {
  const limits = messages.rows.flatMap(({ name, [plan]: most }) =>
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
function pendingChoice(held: HeldPlan, firstCurrency: Currency): PlanChoice | undefined {
  const choice = readPlanChoice(location.search, firstCurrency)
  if (choice === undefined || choice.plan === held.plan) return undefined
  const { chosen } = held
  const isSame =
    chosen?.plan === choice.plan &&
    chosen.billing === choice.billing &&
    chosen.currency === choice.currency
  return isSame ? undefined : choice
}

function isOpen({ promo }: PlanChoice, held: HeldPlan): boolean {
  return promo !== '' && !held.discounts.some(({ code }) => code === promo)
}

function paidPart({ plan, billing, currency }: PlanChoice): Omit<PlanChoice, 'promo'> {
  return { plan, billing, currency }
}

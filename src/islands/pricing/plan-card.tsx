import type { ReactNode } from 'react'
import { pathIn, type Lang } from '../../lib/languages.ts'
import type { Messages } from '../../messages/messages.ts'
import { discounted, formatPrice, type Choice, type Plan, type Promo } from '../../lib/prices.ts'

/** A plan with its price and a link to choose it. */
export function PlanCard({
  lang,
  messages,
  plan,
  choice,
  promo,
}: {
  lang: Lang
  messages: Messages['pricing']
  plan: Plan
  choice: Choice
  promo: Promo | undefined
}): ReactNode {
  const text = messages.plans[plan.id]
  const { billing, currency } = choice
  const full = plan.prices[currency][billing]
  const price = discounted(full, promo?.percent, currency)
  const isFree = full === 0
  return (
    <section className="plan" data-plan={plan.id} aria-labelledby={`plan-${plan.id}`}>
      <h2 id={`plan-${plan.id}`}>{text.name}</h2>
      <p className="plan-text">{text.text}</p>
      <p className="price">
        {price !== full && (
          <>
            <span className="visually-hidden">{messages.was} </span>
            <s>{formatPrice(full, currency)}</s>{' '}
          </>
        )}
        <b>{formatPrice(price, currency)}</b>{' '}
        <span>{isFree ? '' : plan.perSeat ? messages.perSeat : messages.perMonth}</span>
      </p>
      <p className="price-note">{noteOf(messages, plan, choice, promo)}</p>
      <Choose lang={lang} plan={plan} choice={choice} promo={promo} label={text.choose} />
      {plan.id === 'team' && (
        <p className="session plan-manage">
          <a className="when-in" href={pathIn(lang, '/account-setting/components/organization')}>
            {messages.manage}
          </a>
        </p>
      )}
      <ul className="plain points">
        {text.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  )
}

function noteOf(
  messages: Messages['pricing'],
  plan: Plan,
  { billing, currency }: Choice,
  promo: Promo | undefined,
): string {
  const { monthly, yearly } = plan.prices[currency]
  if (monthly === 0) return messages.forever
  if (billing === 'yearly') return messages.billedYearly
  const price = discounted(yearly, promo?.percent, currency)
  return messages.orYearly.replace('{price}', formatPrice(price, currency))
}

// Leads to the account if somebody is signed in, else to sign-up.
function Choose({
  lang,
  plan,
  choice,
  promo,
  label,
}: {
  lang: Lang
  plan: Plan
  choice: Choice
  promo: Promo | undefined
  label: string
}): ReactNode {
  if (plan.id === 'solo') {
    return (
      <a className="button quiet" href={pathIn(lang, '/download')}>
        {label}
      </a>
    )
  }
  const query = new URLSearchParams({
    plan: plan.id,
    ...choice,
    ...(promo && { promo: promo.code }),
  })
  const account = `${pathIn(lang, '/account-setting/components/dashboard')}?${query}`
  const signUp = `${pathIn(lang, '/sign-up')}?${new URLSearchParams({ next: account })}`
  const look = plan.id === 'pro' ? 'button' : 'button quiet'
  return (
    <span className="session start">
      <a className={`${look} when-out`} href={signUp}>
        {label}
      </a>
      <a className={`${look} when-in`} href={account}>
        {label}
      </a>
    </span>
  )
}

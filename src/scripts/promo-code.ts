import { formatLastDay } from '../lib/last-day.ts'
import { handleForm } from './ask-form.ts'
import { keepInLinks } from './keep-in-links.ts'
import { showState } from './page-states.ts'

const page = document.querySelector<HTMLElement>('.ask')
const check = page?.querySelector<HTMLFormElement>('form[data-do=check]')
const redeem = page?.querySelector<HTMLFormElement>('form[data-do=redeem]')
const input = check?.querySelector<HTMLInputElement>('input[name=code]')

if (page && check && redeem && input) {
  let code = ''
  const fill = (name: string, values: Record<string, string>, form = ''): void => {
    const target = page.querySelector<HTMLElement>(`[data-fill=${name}]`)
    if (!target) return
    const text = (form && target.dataset[form]) || (target.dataset['text'] ?? '')
    target.textContent = text.replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
  }

  handleForm(check, async (send, read, calls) => {
    const offer = await calls.checkPromoCode(send, read('code'))
    code = offer.code
    const percent = String(offer.percent)
    fill('code', { code })
    fill('offer', { percent, months: String(offer.months) }, offer.months === 1 ? 'once' : '')
    if (offer.until === 0) page.querySelector('[data-fill=until]')?.replaceChildren()
    else fill('until', { day: formatLastDay(offer.until, document.documentElement.lang) })
    keepInLinks(page, 'code', code)
    for (const link of page.querySelectorAll<HTMLAnchorElement>('a[data-prices]')) {
      const address = new URL(link.href)
      address.searchParams.set('promo', code)
      link.href = address.href
    }
    showState(page, document.documentElement.dataset['session'] === 'in' ? 'offer' : 'signin')
  })
  handleForm(redeem, async (send, _read, calls) => {
    await calls.redeemPromoCode(send, code)
    showState(page, 'done')
  })
  page.querySelector('[data-do=other]')?.addEventListener('click', () => {
    showState(page, 'check', false)
    input.select()
  })

  const initial = new URLSearchParams(location.search).get('code')
  if (initial) {
    input.value = initial
    check.requestSubmit()
  }
}

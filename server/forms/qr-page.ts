import { pagePath } from '../lib/page-path.ts'
import type { Language } from '#protocol/common-params.ts'
import { deviceName } from '#protocol/device-name.ts'
import { hiddenFields, renderPage } from './page.ts'
import { qrTexts } from './qr-texts.ts'
import { formTexts } from './texts.ts'
import { SECOND_MS } from '../lib/clock.ts'
import { escapeHtml } from '../http/html.ts'
import type { QrRequester } from '../qr-sign-in/answer-qr.ts'

/** What each page about a QR code knows. */
export interface QrFrame {
  language: Language
  product: string
  /** Fields that each button sends. */
  hidden: Record<string, string>
}

const ACTION = '/form/qr'

const screenMark =
  '<div class="mark" aria-hidden="true"><svg viewBox="0 0 24 24"><path d="M4 5h16v11H4zM9 20h6m-3-4v4"/></svg></div>'
const goodMark =
  '<p class="mark good" aria-hidden="true"><svg viewBox="0 0 24 24"><path d="m6 12.5 4 4L18 8"/></svg></p>'
const badMark =
  '<p class="mark bad" aria-hidden="true"><svg viewBox="0 0 24 24"><path d="M12 3 5 6v5c0 4.6 3 8.2 7 10 4-1.8 7-5.4 7-10V6zm0 5v4.5m0 3v.5"/></svg></p>'

/** Asks whether to sign the other device in: both answers are equally easy to give. */
export function renderAsk(
  frame: QrFrame,
  asker: QrRequester,
  view: { name: string; now: number; isOtherNetwork: boolean },
): string {
  const t = qrTexts[frame.language]
  const seconds = Math.max(0, Math.floor((view.now - asker.requestedAt) / SECOND_MS))
  // Who asks stands first and large: it is what the person has to recognise.
  const asking = [
    [t.device, deviceName(asker.device, frame.language) || t.unknownDevice],
    [t.network, asker.maskedAddress],
    [t.time, t.secondsAgo(seconds)],
  ]
  const rows = [
    [t.app, asker.appName],
    [t.leadsTo, new URL(asker.nextOrigin).host],
    [t.account, view.name],
  ]
  const refuse = `<button type="submit" name="action" value="refuse" class="danger">${escapeHtml(t.refuse)}</button>`
  const confirm =
    asker.numbers.length === 0
      ? `<div class="choices">
<button type="submit" name="action" value="confirm">${escapeHtml(t.confirm)}</button>
${refuse}
</div>`
      : `<input type="hidden" name="action" value="confirm">
<fieldset>
<legend>${escapeHtml(t.pickNumber)}</legend>
<div class="numbers">${asker.numbers.map((number) => `<button type="submit" name="number" value="${number}">${number}</button>`).join('')}</div>
</fieldset>
</form>
<form method="post" action="${ACTION}" class="again">
${hiddenFields(frame.hidden)}
${refuse}`
  return renderPage(
    { ...frame, title: t.ask },
    `<p>${escapeHtml(t.askWhy)}</p>
<div class="asking">
${screenMark}
<dl>
${pairs(asking)}
</dl>
</div>
<dl>
${pairs(rows)}
</dl>
${view.isOtherNetwork ? `<p class="warning">${escapeHtml(t.otherNetwork)}</p>` : ''}
<form method="post" action="${ACTION}">
${hiddenFields(frame.hidden)}
${confirm}
</form>`,
  )
}

function pairs(rows: readonly string[][]): string {
  return rows
    .map(
      ([name = '', value = '']) =>
        `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`,
    )
    .join('\n')
}

/** Asks who followed a link whether there was a code at all; nothing is scanned yet. */
export function renderOpen(frame: QrFrame): string {
  const t = qrTexts[frame.language]
  return renderPage(
    { ...frame, title: t.open },
    `<p>${escapeHtml(t.openWhy)}</p>
<form method="post" action="${ACTION}">
${hiddenFields({ ...frame.hidden, action: 'scan' })}
<button type="submit">${escapeHtml(t.proceed)}</button>
</form>`,
  )
}

/** Asks for the code that was sent, where the other device is on a strange network. */
export function renderVerify(
  frame: QrFrame,
  view: { address: string; problem: string | undefined },
): string {
  const t = qrTexts[frame.language]
  const { problem } = view
  return renderPage(
    { ...frame, title: t.verify },
    `${problem === undefined ? '' : `<p class="problem" id="problem" role="alert">${escapeHtml(problem)}</p>`}
<p>${escapeHtml(t.verifyWhy(view.address))}</p>
<form method="post" action="${ACTION}">
${hiddenFields(frame.hidden)}
<p class="field">
<label for="code">${escapeHtml(formTexts[frame.language].code)}</label>
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" required autofocus${problem === undefined ? '' : ' aria-invalid="true" aria-describedby="problem"'}>
</p>
<button type="submit" name="action" value="confirm">${escapeHtml(t.confirm)}</button>
</form>
<form method="post" action="${ACTION}" class="again">
${hiddenFields(frame.hidden)}
<div class="choices">
<button type="submit" name="action" value="send" class="quiet">${escapeHtml(t.sendAgain)}</button>
<button type="submit" name="action" value="refuse" class="danger">${escapeHtml(t.refuse)}</button>
</div>
</form>`,
  )
}

/** Says how it ended. */
export function renderEnd(
  frame: Pick<QrFrame, 'language' | 'product'>,
  end: { title: string; text: string; isGood: boolean; links: readonly [string, string][] },
): string {
  const links = end.links.map(
    ([path, text]) => `<a href="${pagePath(path, frame.language)}">${escapeHtml(text)}</a>`,
  )
  return renderPage(
    { ...frame, title: end.title },
    `${end.isGood ? goodMark : badMark}
<p class="${end.isGood ? 'notice' : 'problem'}" role="status">${escapeHtml(end.text)}</p>
<nav>${links.join('\n')}</nav>`,
  )
}

import type { Language } from '#protocol/common-params.ts'
import { deviceName } from '#protocol/device-name.ts'
import { SECOND_MS } from '../lib/clock.ts'
import { pagePath } from '../lib/page-path.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Button, Facts, Form, Page } from '../pages/page.ts'
import type { QrRequester } from '../sign-in/answer-qr.ts'
import { codeField } from './form.ts'

const action = '/form/qr'

/** Returns the page that asks whether to sign the other device in; either answer is as easy. */
export function askPage(
  language: Language,
  hidden: Form['hidden'],
  requester: QrRequester,
  view: { name: string; now: number; isOtherNetwork: boolean },
): Page {
  const { qr } = pageMessages[language]
  const confirm: Button = { text: qr.confirm, name: 'action', value: 'confirm' }
  const numbers = requester.numbers.map(String)
  const forms: Form[] =
    numbers.length === 0
      ? [{ action, hidden, buttons: [confirm, refuseButton(language)] }]
      : [
          {
            action,
            hidden: { ...hidden, action: 'confirm' },
            question: qr.pickNumber,
            buttons: numbers.map((number) => ({ text: number, name: 'number', value: number })),
          },
          { action, hidden, buttons: [refuseButton(language)] },
        ]
  return {
    title: qr.question,
    text: qr.askText,
    device: deviceFacts(language, requester, view.now),
    facts: [
      [qr.app, requester.appName],
      [qr.leadsTo, new URL(requester.nextOrigin).host],
      [qr.account, view.name],
    ],
    warning: view.isOtherNetwork ? qr.otherNetwork : undefined,
    forms,
  }
}

/** Returns what is known of another device that asks. */
export function deviceFacts(
  language: Language,
  {
    device,
    maskedAddress,
    requestedAt,
  }: Pick<QrRequester, 'device' | 'maskedAddress' | 'requestedAt'>,
  now: number,
): Facts {
  const { qr } = pageMessages[language]
  const seconds = Math.max(0, Math.floor((now - requestedAt) / SECOND_MS))
  return [
    [qr.device, deviceName(device, language) || qr.unknownDevice],
    [qr.network, maskedAddress],
    [qr.time, qr.secondsAgo(seconds)],
  ]
}

/** Returns the page that asks a person who followed a link whether they scanned a code. */
export function openPage(language: Language, hidden: Form['hidden'], path: string = action): Page {
  const { qr } = pageMessages[language]
  return {
    title: qr.open,
    text: qr.openText,
    forms: [
      { action: path, hidden: { ...hidden, action: 'scan' }, buttons: [{ text: qr.proceed }] },
    ],
  }
}

/** Returns the page that asks for a code, where the other device is on an unknown network. */
export function verifyPage(
  language: Language,
  hidden: Form['hidden'],
  view: { address: string; problem: string | undefined },
): Page {
  const { qr, resend, verify } = pageMessages[language]
  return {
    title: verify,
    text: qr.verifyText(view.address),
    forms: [
      {
        action,
        hidden,
        fields: [codeField(language, { error: view.problem })],
        buttons: [{ text: qr.confirm, name: 'action', value: 'confirm' }],
      },
      {
        action,
        hidden,
        buttons: [
          { text: resend, name: 'action', value: 'send', look: 'quiet' },
          refuseButton(language),
        ],
      },
    ],
  }
}

/** Returns the page that says how a request ended. */
export function answeredPage(language: Language, answer: 'confirmed' | 'refused'): Page {
  const { qr } = pageMessages[language]
  const href = pagePath('/account-setting', language)
  return answer === 'confirmed'
    ? {
        title: qr.confirmed,
        outcome: 'good',
        notice: qr.confirmedText,
        links: [{ href, text: qr.sessions }],
      }
    : {
        title: qr.refused,
        outcome: 'bad',
        notice: qr.refusedText,
        links: [{ href, text: qr.changePassword, isNext: true }],
      }
}

function refuseButton(language: Language): Button {
  return {
    text: pageMessages[language].qr.refuse,
    name: 'action',
    value: 'refuse',
    look: 'danger',
  }
}

import type { ErrorName } from '#protocol/errors.ts'
import { deviceForm } from '#protocol/forms.ts'
import { errorText } from '../lib/error-text.ts'
import { pagePath } from '../lib/page-path.ts'
import type { ConsentState } from '../oauth/consent-policy.ts'
import type { DeviceRequest } from '../oauth/device-request.ts'
import { oauthPaths } from '../oauth/paths.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Facts, Page } from '../pages/page.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { consentPage } from './authorize-page.ts'
import { buttonForm, hiddenFields, type FormContext } from './form.ts'
import { deviceFacts } from './qr-pages.ts'

const action = deviceForm.path

/** Returns the page that asks for the code of a device. */
export function typePage(context: FormContext, problem?: ErrorName): Page {
  const { language } = context
  const { device } = pageMessages[language]
  return {
    title: device.title,
    text: device.text,
    forms: [
      {
        ...buttonForm(context, action, { text: device.proceed }),
        fields: [
          {
            name: 'user_code',
            label: device.code,
            type: 'text',
            autocomplete: 'off',
            isRequired: true,
            error: problem && errorText(problem, language),
          },
        ],
      },
    ],
  }
}

/** Returns the page that asks who followed a link whether a device shows its code. */
export function comparePage(context: FormContext, code: string): Page {
  const { language } = context
  const { device } = pageMessages[language]
  return {
    title: device.compare,
    text: device.compareText,
    facts: [[device.code, code]],
    forms: [buttonForm(context, action, { text: device.sameCode }, { user_code: code })],
    links: [{ href: pagePath(oauthPaths.code_verification, language), text: device.another }],
  }
}

/** Returns the page that asks what a client on another device may have. */
export function askPage(
  context: FormContext,
  found: DeviceRequest,
  state: ConsentState,
  session: LiveSession,
  view: { code: string; shown: string; another: string },
): Page {
  const { language, now } = context
  const { device } = pageMessages[language]
  const { client } = found.request
  const { formsLeadTo: _nowhere, ...page } = consentPage(
    context,
    { hash: '' },
    state,
    session,
    view.another,
  )
  // The code in place of where it leads.
  const facts: Facts = [...(page.facts ?? []).slice(0, -1), [device.code, view.code]]
  const warnings = [
    ...(client.isVerified ? [] : [device.unverified(client.name)]),
    ...(found.network === context.caller.prefix ? [] : [device.otherNetwork]),
  ]
  return {
    ...page,
    title: device.question(client.name),
    text: device.askText,
    device: deviceFacts(
      language,
      { device: found.device, maskedAddress: found.place, requestedAt: found.code.createdAt },
      now,
    ),
    facts,
    warning: warnings.length === 0 ? undefined : warnings.join(' '),
    forms: (page.forms ?? []).map((form) => ({
      ...form,
      action,
      // What was shown is its viewer's alone, and somebody else is asked anew.
      hidden: hiddenFields(context, {
        user_code: view.code,
        shown: view.shown,
        shown_user: undefined,
      }),
    })),
  }
}

/** Returns the page that says how a request ended. */
export function answeredPage({ language }: FormContext, answer: 'allowed' | 'refused'): Page {
  const { device } = pageMessages[language]
  return answer === 'allowed'
    ? { title: device.allowed, outcome: 'good', notice: device.allowedText }
    : { title: device.refused, outcome: 'bad', notice: device.refusedText }
}

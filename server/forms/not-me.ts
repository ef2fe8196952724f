import { notMeForm } from '#protocol/forms.ts'
import type { Language } from '#protocol/languages.ts'
import type { Undone } from '#protocol/undone.ts'
import { hintOf } from '../accounts/recipients.ts'
import { PassportError } from '../lib/passport-error.ts'
import { pagePath } from '../lib/page-path.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Page } from '../pages/page.ts'
import { findObjection, objectTo, type Objection } from '../recovery/not-me.ts'
import { buttonForm, type FormAnswer, type FormContext, type FormHandler } from './form.ts'

/** Page behind "This was not me"; opening it changes nothing, since programs open links of mails too. */
export const showNotMe: FormHandler<typeof notMeForm> = async ({ token = '' }, context) => {
  const { app, language, services } = context
  const found = await findObjection(services, app.aid, token)
  if (found === undefined) return answerOf(context, { outcome: 'expired' })
  const { notMe: messages } = pageMessages[language]
  const { former } = found
  return {
    page: {
      title: messages.question,
      text: former === undefined ? messages.askText : messages.askRestoreText(hintOf(former)),
      forms: [
        buttonForm(context, notMeForm.path, { text: messages.confirm, look: 'danger' }, { token }),
      ],
    },
  }
}

/** `/form/not-me`: secures the account, once. */
export const notMe: FormHandler<typeof notMeForm> = async ({ token = '' }, context) => {
  const { app, caller, services } = context
  const source = { app, caller, operation: context.operation }
  return answerOf(context, await objectTo(services, source, token))
}

function answerOf(context: FormContext, result: Objection): FormAnswer {
  const page = resultPage(context, result)
  if (result.outcome !== 'expired') return { page }
  context.progress.refusal = new PassportError('ticket_expired', {}, { method: 'not_me' })
  return { page, error: 'ticket_expired' }
}

function resultPage({ language, services }: FormContext, result: Objection): Page {
  const { notMe: messages } = pageMessages[language]
  const { config } = services
  const address = (path: string): string => config.SITE_ORIGIN + pagePath(path, language)
  const newPassword = {
    href: address('/reset-password'),
    text: messages.newPassword,
    isNext: true,
  }
  switch (result.outcome) {
    case 'expired':
      return {
        title: messages.expired,
        outcome: 'bad',
        notice: messages.expiredText,
        links: [newPassword, ...supportLinks(config, language)],
      }
    case 'taken':
      return {
        title: messages.taken,
        outcome: 'bad',
        notice: messages.takenText(hintOf(result.former), result.sessions),
        list: undoneList(language, result.undone),
        links: [
          ...supportLinks(config, language),
          { href: address('/login'), text: pageMessages[language].signIn },
        ],
      }
    case 'secured': {
      const { former, sessions } = result
      return {
        title: messages.secured,
        outcome: 'good',
        notice:
          former === undefined
            ? messages.securedText(sessions)
            : messages.restoredText(hintOf(former), sessions),
        list: undoneList(language, result.undone),
        text: messages.nextText,
        links: [newPassword],
      }
    }
  }
}

function undoneList(language: Language, undone: readonly Undone[]): Page['list'] {
  // The notice says it already.
  const others = undone.filter(({ what }) => !what.startsWith('former_address'))
  if (others.length === 0) return undefined
  const { notMe: messages, undone: sentences } = pageMessages[language]
  return { title: messages.undone, items: others.map(({ what, name }) => sentences[what](name)) }
}

function supportLinks(
  { APPEAL_URL }: { APPEAL_URL: string },
  language: Language,
): { href: string; text: string }[] {
  const { support } = pageMessages[language]
  return APPEAL_URL === '' ? [] : [{ href: APPEAL_URL, text: support }]
}

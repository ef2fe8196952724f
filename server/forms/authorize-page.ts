import type { Language } from '#protocol/common-params.ts'
import { authorizeForm } from '#protocol/forms.ts'
import { resourceBoxes } from '#protocol/scopes.ts'
import { scopeMessages } from '#protocol/messages/all-scopes.ts'
import { documentHostOf, logoKeyOf, placeOf } from '../oauth/clients.ts'
import type { ConsentState } from '../oauth/consent-policy.ts'
import { scopeChoicesOf, type ScopeChoice } from '../oauth/requested-scopes.ts'
import { firstIdentity, type Identity } from '../oauth/identities.ts'
import { ONESELF } from '../organizations/organization-ids.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Choice, Page } from '../pages/page.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { hiddenFields, type FormContext } from './form.ts'
import type { OAuthRequest } from '../store/schema/oauth.ts'

/** Returns the page that asks what a client may have; refusing is as easy as allowing. */
export function consentPage(
  context: FormContext,
  { hash }: Pick<OAuthRequest, 'hash'>,
  { grants, identities, request }: ConsentState,
  { account, membershipId }: LiveSession,
  another: string,
): Page {
  const { language, services } = context
  const { authorize: messages } = pageMessages[language]
  const { client, redirectUri } = request
  const boxes = resourceBoxes.values()
  const { host, kind } = placeOf(redirectUri)
  const documentHost = documentHostOf(client.id, redirectUri)
  const first = firstIdentity(identities, grants, request, membershipId)
  const grant = grants.find((one) => one.membershipId === (first?.membership?.id ?? ''))
  // Dangerous scopes come last, under a heading of their own.
  const questions = scopeChoicesOf(request, grant).toSorted(
    (a, b) => Number(a.isDangerous) - Number(b.isDangerous),
  )
  const isKnown = client.isVerified && kind === 'web'
  const { email, mobile, name } = account
  return {
    logo: services.pictures.urlOf(logoKeyOf(client, redirectUri)),
    title: messages.title(isKnown || kind === 'local' ? client.name : host),
    text: kind === 'local' ? messages.localText(client.name) : messages.text,
    warning: isKnown || kind === 'local' ? undefined : messages.unverified(client.name),
    facts: [
      [messages.account, email ?? mobile ?? name],
      ...(documentHost === undefined ? [] : [[messages.comesFrom, documentHost] as const]),
      [messages.leadsTo, kind === 'local' ? messages.backToApp(host) : host],
    ],
    ...appSourceOf(redirectUri),
    forms: [
      {
        action: authorizeForm.path,
        hidden: hiddenFields(context, { waiting: hash }),
        choices: [
          ...(identities.length > 1
            ? identities.map((identity) => identityChoice(language, identity, identity === first))
            : []),
          ...questions.map((question, at) => ({
            ...scopeChoice(language, questions, question, at),
            ...(question.text !== undefined && { name: boxes.next().value ?? '' }),
          })),
        ],
        buttons: [
          // The first one is what Enter presses.
          { text: messages.refuse, name: 'action', value: 'refuse', look: 'quiet' },
          { text: messages.allow, name: 'action', value: 'allow' },
        ],
      },
    ],
    links: [{ href: another, text: messages.another }],
  }
}

function identityChoice(language: Language, identity: Identity, isFirst: boolean): Choice {
  const { authorize: messages } = pageMessages[language]
  const { isAllowed, membership } = identity
  return {
    name: 'user_identity_id',
    value: membership?.id ?? ONESELF,
    label: membership ? `${membership.label} · ${membership.name}` : messages.oneself,
    note: isAllowed ? undefined : messages.notAllowed,
    legend: membership === undefined ? messages.as : undefined,
    isChecked: isFirst,
    isLocked: !isAllowed,
  }
}

function scopeChoice(
  language: Language,
  questions: readonly ScopeChoice[],
  { name, isDangerous, isRequired, answered, text }: ScopeChoice,
  at: number,
): Choice {
  const { authorize: messages } = pageMessages[language]
  const before =
    answered === 'granted'
      ? messages.grantedBefore
      : answered === 'refused'
        ? messages.refusedBefore
        : undefined
  return {
    name: `allow_${name}`,
    label: text ?? scopeMessages[language][name],
    note: isRequired ? messages.required : before,
    legend: legendAt(),
    isChecked: isRequired || answered === 'granted' || (answered !== 'refused' && !isDangerous),
    isLocked: isRequired,
  }

  function legendAt(): string | undefined {
    if (at === 0) return messages.scopesTitle
    return isDangerous && questions[at - 1]?.isDangerous !== true ? messages.dangerous : undefined
  }
}

/** Returns what lets a form redirect to a native app: its scheme, as a source of a content security policy. */
export function appSourceOf(redirectUri: string): Pick<Page, 'formsLeadTo'> {
  const { protocol } = new URL(redirectUri)
  return protocol.startsWith('http') ? {} : { formsLeadTo: protocol }
}

import type { Language } from '#protocol/common-params.ts'
import { authorizeForm } from '#protocol/forms.ts'
import type { AuthorizationRequest } from '../oauth/authorization-request.ts'
import { isLocalRedirect } from '../oauth/clients.ts'
import type { ScopeQuestion } from '../oauth/grant.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Choice, Form, Page } from '../pages/page.ts'
import type { Account } from '../store/account-repository.ts'

/** Returns the page that asks what a client may have; refusing is as easy as allowing. */
export function consentPage(
  language: Language,
  { client, redirectUri }: AuthorizationRequest,
  questions: readonly ScopeQuestion[],
  view: { account: Account; hidden: Form['hidden']; another: string },
): Page {
  const { authorize: messages } = pageMessages[language]
  const isLocal = isLocalRedirect(redirectUri)
  const { email, mobile, name } = view.account
  return {
    title: messages.title(client.name),
    text: isLocal ? messages.localText(client.name) : messages.text,
    facts: [
      [messages.account, email ?? mobile ?? name],
      [messages.leadsTo, isLocal ? messages.thisComputer : new URL(redirectUri).host],
    ],
    formsLeadTo: sourceOf(redirectUri),
    forms: [
      {
        action: authorizeForm.path,
        hidden: view.hidden,
        choices: questions.map((question) => choiceOf(language, question)),
        buttons: [
          { text: messages.allow, name: 'action', value: 'allow' },
          { text: messages.refuse, name: 'action', value: 'refuse', look: 'quiet' },
        ],
      },
    ],
    links: [{ href: view.another, text: messages.another }],
  }
}

function choiceOf(language: Language, { name, isRequired, answered }: ScopeQuestion): Choice {
  const { authorize: messages } = pageMessages[language]
  const { [name]: label } = messages.scopes
  const before =
    answered === 'granted'
      ? messages.grantedBefore
      : answered === 'refused'
        ? messages.refusedBefore
        : undefined
  return {
    name: `allow_${name}`,
    label,
    note: isRequired ? messages.required : before,
    isChecked: isRequired || answered !== 'refused',
    isLocked: isRequired,
  }
}

// A source of a content security policy: an origin, or the scheme of a native client.
function sourceOf(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri)
  return origin === 'null' ? protocol : origin
}

import type { Language } from '#protocol/common-params.ts'
import { authorizeForm } from '#protocol/forms.ts'
import { resourceBoxes } from '#protocol/scopes.ts'
import type { AuthorizationRequest } from '../oauth/authorization-request.ts'
import { isLocalRedirect } from '../oauth/clients.ts'
import type { ScopeQuestion } from '../oauth/grant.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Choice, Form, Page } from '../pages/page.ts'
import type { Account } from '../store/account-repository.ts'

/** Returns the page that asks what a client may have; refusing is as easy as allowing. */
export function consentPage(
  language: Language,
  { client, redirectUri, resource }: AuthorizationRequest,
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
        choices: choicesOf(language, questions, resource?.name),
        buttons: [
          { text: messages.allow, name: 'action', value: 'allow' },
          { text: messages.refuse, name: 'action', value: 'refuse', look: 'quiet' },
        ],
      },
    ],
    links: [{ href: view.another, text: messages.another }],
  }
}

function choicesOf(
  language: Language,
  questions: readonly ScopeQuestion[],
  resourceName: string | undefined,
): Choice[] {
  const { authorize: messages } = pageMessages[language]
  const before = { granted: messages.grantedBefore, refused: messages.refusedBefore }
  const boxes = resourceBoxes.values()
  return questions.map(({ answered, isRequired, name, text }) => {
    const note = answered === undefined ? undefined : before[answered]
    const box =
      text === undefined
        ? { name: `allow_${name}`, label: messages.scopes[name], note }
        : { name: boxes.next().value ?? '', label: text, note: note ?? resourceName }
    return {
      ...box,
      ...(isRequired && { note: messages.required }),
      isChecked: isRequired || answered !== 'refused',
      isLocked: isRequired,
    }
  })
}

// A source of a content security policy: an origin, or the scheme of a native client.
function sourceOf(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri)
  return origin === 'null' ? protocol : origin
}

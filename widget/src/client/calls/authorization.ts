import type { Reply } from '#protocol/endpoint.ts'
import { authInfo, authorizeClient } from '#protocol/web/open-authorization.ts'
import { PassportError } from '../errors.ts'
import { raiseFor, withLevel } from './level.ts'
import type { Send } from './send.ts'

/** What a client asks for, and who would answer. */
export type AuthorizationInfo = ReturnType<typeof toInfo>

function toInfo(wire: Reply<typeof authInfo>) {
  const { client, user } = wire
  return {
    client: {
      name: client.name,
      /** Host that the person is led back to, or the scheme of an application. */
      host: client.host,
      /** Host of the document that describes it, if there is one and people are led elsewhere. */
      documentHost: client.document_host,
      logo: client.logo,
      /** Whether an operator has verified its owner. */
      isVerified: client.verified === 1,
      /** Whether it is on the person's own device, and cannot prove its name. */
      isLocal: client.kind === 'local',
    },
    scopes: wire.scopes.map((one) => ({
      scope: one.scope,
      /** Operator's description of a resource's scope. */
      description: one.description,
      isRequired: one.required === 1,
      isGranted: one.granted === 1,
      isNew: one.is_new === 1,
      /** Whether it is not preselected and needs a recent authentication. */
      isDangerous: one.danger === 1,
    })),
    /** The person, and then their memberships. */
    identities: wire.identities.map((one) => ({
      membershipId: one.user_identity_id,
      name: one.name,
      /** Empty for oneself. */
      organizationName: one.subject_name,
      organizationLabel: one.subject_label ?? one.subject_name,
      /** Whether the rules of the organization let the client in. */
      isAllowed: one.is_allowed === 1,
      isPreselected: one.current === 1,
      /** Scopes that were given and refused as this identity. */
      granted: one.granted,
      refused: one.refused,
    })),
    /** Id of the account that would answer, and how people know it; empty without a session. */
    accountId: user?.sec_user_id ?? '',
    accountName: user?.email || user?.mobile || user?.screen_name || user?.name || '',
    needsSignIn: wire.need_login === 1,
    /** Whether the person has to sign in once more for this request. */
    needsFreshSignIn: wire.need_fresh === 1,
    /** Whether that has to be with another account than `accountName`. */
    needsOther: wire.need_other === 1,
    /** Assurance level that the session has to be raised to first; 0 for none. */
    neededLevel: wire.need_level ?? 0,
    /** Page where something that reaches it is added to the account; undefined where something of it does. */
    addPage: wire.add_page,
    /** False where the person allowed all this before. */
    needsConsent: wire.need_consent === 1,
  }
}

/** An answer to a client. */
export type AuthorizationAnswer =
  | { action: 'refuse' }
  | { scopes: readonly string[]; membershipId: string }

export async function authorizationInfo(send: Send, ticket: string) {
  return toInfo(await send(authInfo, { auth_ticket: ticket }))
}

/** Answers, and returns where it leads. */
export async function answerClient(send: Send, ticket: string, answer: AuthorizationAnswer) {
  const call =
    'action' in answer
      ? answer
      : { scopes: answer.scopes.join(' '), user_identity_id: answer.membershipId }
  const make = () => withLevel(send, () => send(authorizeClient, { auth_ticket: ticket, ...call }))
  const reply = await make().catch(async (error: unknown) => {
    if ('action' in answer || !wantsSecondProof(error)) throw error
    await raiseFor(send, answer.membershipId)
    return await make()
  })
  const { code = '', iss, redirect_url: redirectUrl, state = '' } = reply
  return { code, state, iss, redirectUrl }
}

// The other rules of an organization refuse the client, or every session by another method.
function wantsSecondProof(error: unknown): boolean {
  const isRule = error instanceof PassportError && error.name === 'policy_refused'
  return (
    isRule && ['level', 'second_verification', 'session_hours'].includes(String(error.data.rule))
  )
}

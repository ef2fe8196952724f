import { create, number, object, record, string, type Infer } from 'superstruct'
import { MINUTE_MS } from '../lib/clock.ts'
import type { Services } from '../services/services.ts'
import { OAuthError, type AuthorizationRequest } from './authorization-request.ts'
import { oauthPaths } from './paths.ts'

/** The redirect that answers a client. */
export interface ClientAnswer {
  address: string
  /** Undefined after a refusal. */
  code: string | undefined
}

/** The parts of a request that its answer depends on. */
export type AnswerTarget = Pick<AuthorizationRequest, 'redirectUri' | 'responseMode' | 'state'>

type AnswerServices = Pick<Services, 'clock' | 'config' | 'oauth'>

/** Returns a redirect with the code of `work`, or with the OAuthError that it throws. */
export async function answerClient(
  services: AnswerServices,
  target: AnswerTarget,
  work: () => Promise<string>,
): Promise<ClientAnswer> {
  try {
    const code = await work()
    return { address: answerAddress(services, target, { code }), code }
  } catch (error) {
    return { address: refusalAddress(services, target, error), code: undefined }
  }
}

/** Returns a redirect with an OAuthError. @throws any other error */
export function refusalAddress(
  services: AnswerServices,
  target: AnswerTarget,
  error: unknown,
): string {
  if (!(error instanceof OAuthError)) throw error
  const fields = { error: error.code, error_description: error.message }
  return answerAddress(services, target, fields)
}

// Every answer includes the issuer (RFC 9207).
function answerAddress(
  { clock, config: { PUBLIC_ORIGIN: issuer }, oauth }: AnswerServices,
  { redirectUri, responseMode, state }: AnswerTarget,
  answer: Readonly<Record<string, string>>,
): string {
  const fields = { ...answer, ...(state !== undefined && { state }), iss: issuer }
  const url = new URL(redirectUri)
  switch (responseMode) {
    case 'query':
      for (const [name, value] of Object.entries(fields)) url.searchParams.append(name, value)
      return url.href
    case 'fragment':
      url.hash = new URLSearchParams(fields).toString()
      return url.href
    case 'form_post': {
      const posted: PostedAnswer = { redirectUri, fields, until: clock() + POST_MS }
      const sealed = oauth.sealAnswer(JSON.stringify(posted))
      return `${issuer}${oauthPaths.answer}?answer=${sealed}`
    }
  }
}

/** Time in which the page that posts an answer can be opened. */
const POST_MS = MINUTE_MS

const postedAnswer = object({
  redirectUri: string(),
  fields: record(string(), string()),
  until: number(),
})

type PostedAnswer = Infer<typeof postedAnswer>

/** Returns an answer that a page of ours posts to the client; undefined if it is not ours, or too old. */
export function openPostedAnswer(
  { clock, oauth }: AnswerServices,
  sealed: string,
): PostedAnswer | undefined {
  const text = oauth.openAnswer(sealed)
  if (text === undefined) return undefined
  const posted = create(JSON.parse(text), postedAnswer)
  return posted.until > clock() ? posted : undefined
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fillPath, pathOf, type Call, type Endpoint, type Reply } from '#protocol/endpoint.ts'
import { readReply } from '#protocol/envelope.ts'
import { siteLanguages, type Language } from '#protocol/languages.ts'
import { selectedLoader } from '#protocol/loaders.ts'
import { listIdentities } from '#protocol/web/identity.ts'
import { invitationBlocks, listInvitations, myInvitations } from '#protocol/web/invitations.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { listMethods } from '#protocol/web/methods.ts'
import { listGrants } from '#protocol/web/oauth-grants.ts'
import { listOrganizationEvents } from '#protocol/web/organization-events.ts'
import { listOrganizations, organizationInfo } from '#protocol/web/organizations.ts'
import { showPlan } from '#protocol/web/plans.ts'
import { listConnections, listPlatforms } from '#protocol/web/providers.ts'
import { listPermissions } from '#protocol/web/roles.ts'
import { listSecurityEvents } from '#protocol/web/security.ts'
import { listSessions } from '#protocol/web/session.ts'
import { SITE_AID } from '#protocol/site-app.ts'
import type { Config } from '../config/config.ts'
import { LOADED_SECONDS, readWebId } from '../http/cookies.ts'
import { apiHeaders } from '../http/headers.ts'
import { queryOf } from '../http/request-url.ts'
import { pagePath } from '../lib/page-path.ts'
import { PassportError } from '../lib/passport-error.ts'

/** Status of a reply to a call that failed only for now. */
const UNAVAILABLE = 503

/** A call that a page makes as soon as it opens. */
interface FirstCall {
  readonly endpoint: Endpoint
  /** Path and payload, as the page sends them. */
  readonly address: string
}

/** What a call was answered, by its address. */
type Replies = ReadonlyMap<string, object>

const DASHBOARD = '/account-setting/components/dashboard'

const all = { page_size: 100 } as const

const person = first(accountInfo, { get_info_type: 2 })

const firstCalls: Readonly<Record<string, readonly FirstCall[]>> = {
  '/account-setting': [person],
  '/account-setting/security': [
    person,
    first(listPlatforms, {}),
    first(listConnections, {}),
    first(listSessions, all),
    first(listMethods, {}),
  ],
  '/account-setting/devices': [
    person,
    first(listSessions, all),
    first(listGrants, all),
    first(listSecurityEvents, { page: 1, page_size: 10 }),
  ],
  '/account-setting/organizations': [
    person,
    first(listIdentities, { need_frozen_user: 1, ...all }),
    first(listOrganizations, { need_frozen_user: 1, ...all }),
    first(myInvitations, all),
    first(invitationBlocks, all),
  ],
  '/account-setting/data': [person],
  [DASHBOARD]: [
    person,
    first(showPlan, {}),
    first(listConnections, {}),
    first(listIdentities, all),
    first(listSecurityEvents, { page_size: 50 }),
  ],
}

/** Serves the loader of the account pages: the replies to all that a page asks first, at once. */
export function addAccountLoader(
  app: FastifyInstance,
  config: Config,
  serveStatic: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  if (config.isSiteElsewhere) return
  for (const language of siteLanguages) {
    for (const [page, calls] of Object.entries(firstCalls)) {
      const path = pagePath(page, language)
      app.get(path, async (request, reply) => {
        const route = selectedLoader(path, queryOf(request.url))
        if (route !== 'account-setting') return await serveStatic(request, reply)
        const askAll = async (some: readonly FirstCall[]): Promise<Replies> => {
          const answers = some.map((call) => ask(app, request, call, language))
          return new Map((await Promise.all(answers)).flat())
        }
        const asked = await askAll(calls)
        const more = page === DASHBOARD ? await askAboutOrganization(askAll, asked) : []
        const replies = Object.fromEntries([...asked, ...more])
        void reply.headers({
          ...apiHeaders(config.isHttps),
          'cross-origin-resource-policy': 'same-origin',
          // Read once, by the page that follows: never after the session or the account changed.
          'cache-control': request.headers['sec-purpose']?.toString().startsWith('prefetch')
            ? `private, max-age=${LOADED_SECONDS}`
            : 'no-store',
          vary: 'Cookie',
        })
        await reply.send(JSON.stringify({ route, lang: language, data: { replies } }))
      })
    }
  }
}

function first<E extends Endpoint>(endpoint: E, payload: Call<E>): FirstCall {
  const path = pathOf(endpoint, 'web') ?? pathOf(endpoint, 'aff') ?? ''
  const query = new URLSearchParams(payload)
  // A common parameter, which every call has.
  query.delete('aid')
  return { endpoint, address: `${fillPath(path, { aid: String(SITE_AID) })}?${query.toString()}` }
}

/** Asks what the dashboard shows of the organization that one acts for, as far as one may see it. */
async function askAboutOrganization(
  askAll: (calls: readonly FirstCall[]) => Promise<Replies>,
  replies: Replies,
): Promise<readonly [string, object][]> {
  const id = dataOf<typeof accountInfo>(replies, person)?.login_subject_uid ?? ''
  if (id === '') return []
  const organization = { subject_uid: id } as const
  const ownRights = first(listPermissions, organization)
  const rights = await askAll([ownRights])
  const permissions = dataOf<typeof listPermissions>(rights, ownRights)?.permissions ?? []
  // Each refusal would be recorded.
  const allowed = {
    'subject.read': first(organizationInfo, organization),
    'invite.read': first(listInvitations, {
      status: 'pending',
      page: 1,
      page_size: 1,
      ...organization,
    }),
    'audit.read': first(listOrganizationEvents, { page_size: 5, ...organization }),
  }
  const calls = Object.entries(allowed).filter(([name]) => permissions.includes(name))
  return [...rights, ...(await askAll(calls.map(([, call]) => call)))]
}

function dataOf<E extends Endpoint>(
  replies: Replies,
  { address }: FirstCall,
): Reply<E> | undefined {
  const envelope = replies.get(address) as { data: Reply<E> } | undefined
  return envelope?.data
}

// Makes a call as the page would, with the same checks; a call that is refused is left to the page.
async function ask(
  app: FastifyInstance,
  { headers, socket }: FastifyRequest,
  { endpoint, address }: FirstCall,
  language: Language,
): Promise<[string, object][]> {
  const webId = readWebId(headers.cookie)
  const common = new URLSearchParams({ aid: String(SITE_AID), language, fp: webId })
  const { payload, statusCode } = await app.inject({
    method: 'GET',
    url: `${address}&${common.toString()}`,
    headers,
    ...(socket.remoteAddress !== undefined && { remoteAddress: socket.remoteAddress }),
  })
  const envelope = JSON.parse(payload) as object
  const outcome = readReply(endpoint.rule, envelope)
  if (outcome.ok) return [[address, envelope]]
  const { name, data } = outcome.rejection
  if (statusCode === UNAVAILABLE && name !== undefined)
    throw new PassportError(name, { retry_after: data.retry_after })
  return []
}

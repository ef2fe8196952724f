import { sql, type RawBuilder } from 'kysely'
import type { Config } from '../server/config/config.ts'
import { admitSecrets } from '../server/config/secret-marks.ts'
import { loadSecrets, type Secrets } from '../server/config/secrets.ts'
import { hashToken, makeToken } from '../server/lib/tokens.ts'
import { consoleSessionRepository } from '../server/store/console-session-repository.ts'
import { openDatabase } from '../server/store/database.ts'
import { operatorRepository } from '../server/store/operator-repository.ts'
import { secretMarkRepository } from '../server/store/secret-mark-repository.ts'
import { firstEventId } from '../server/store/webhook-repository.ts'
import { analyze } from '../tests/support/fill-accounts.ts'

const HOUR_MS = 3_600_000
/** Refused sign-ins of the last hour: what one instance keeps of it. */
const ATTEMPTS = 20_000

/** The operator whose pages are measured: the first account of `fillAccounts`. */
export const OPERATOR = '0'

/**
 * Fills what the console lists beside people: two security events and two entries of the record a person,
 * a tenth as many clients, companies and deliveries of one webhook, and an hour of refused sign-ins.
 */
export async function fillConsole(location: string): Promise<void> {
  const { query, close } = openDatabase(location, { statementMs: HOUR_MS })
  const now = Date.now()
  const hour = firstEventId(now - HOUR_MS)
  const copy = async (text: RawBuilder<unknown>): Promise<void> => void (await text.execute(query))
  for (const number of [1, 2]) {
    await copy(sql`insert into "security_events"
      ("id", "account_id", "kind", "by", "aid", "device", "address", "at", "client_fields")
      select ${`${number}-`} || "id", "id", 'signed_in', 'user_login', 1001, 'Firefox', '192.0.2.…', "created_at" + ${number}, ''
      from "accounts"`)
    await copy(sql`insert into "operator_events"
      ("id", "at", "actor", "action", "target", "reason", "detail", "network")
      select ${`${number}-`} || "id", "created_at" + ${number}, ${OPERATOR}, 'person.view', "id", '', '', '192.0.2.…'
      from "accounts"`)
  }
  await copy(sql`insert into "organizations"
    ("id", "aid", "name", "logo_url", "is_frozen", "created_at", "name_key")
    select "id", 1001, 'Company ' || "id", '', 0, "created_at", 'company ' || "id"
    from "accounts" where "id" like '%0'`)
  await copy(sql`insert into "oauth_clients"
    ("id", "name", "state", "redirects", "scopes", "secret_hash", "needs_pkce", "created_at")
    select "id", 'Client ' || "id", 'active', '[]', 'openid', '', 1, "created_at"
    from "accounts" where "id" like '%0'`)
  await copy(sql`insert into "webhook_endpoints"
    ("id", "url", "kinds", "secret", "former_until", "with_profile", "notify", "state", "failing_since", "created_at")
    values ('bench', 'https://receiver.example/', 'signed_in', '', 0, 0, '', 'off', 0, ${now})`)
  await copy(sql`insert into "webhook_events" ("id", "kind", "data", "at")
    select ${hour} || "id", 'signed_in', '{}', "created_at" from "accounts" where "id" like '%0'`)
  await copy(sql`insert into "webhook_deliveries"
    ("event_id", "endpoint_id", "due_at", "attempts", "state", "status", "error", "ms")
    select "id", 'bench', "at", 9, 'dead', 500, '', 9 from "webhook_events"`)
  await copy(sql`insert into "attempts"
    ("id", "at", "log_id", "step", "error", "subject", "aid", "browser", "device", "network", "detail", "count")
    select ${hour} || "id", ${now}, "id", 'sign-in', 'password_error', "id", 1001, "id", 'Firefox', '192.0.2.…', '{}', 1
    from "accounts" limit ${ATTEMPTS}`)
  await close()
  await analyze(location)
}

/** Makes the first account an owner who is signed in; returns the cookie, and the secrets of the servers. */
export async function signInOwner(
  location: string,
  config: Config,
): Promise<{ cookie: string; secrets: Secrets }> {
  const { query, close } = openDatabase(location)
  const now = Date.now()
  const times = { provedAt: now, lastSeenAt: now, expiresAt: now + 8 * HOUR_MS }
  const token = makeToken()
  const owner = { accountId: OPERATOR, role: 'owner', addedBy: 'cli', addedAt: now } as const
  await operatorRepository(query).set(owner)
  const session = { hash: hashToken(token), accountId: OPERATOR, sessionId: `full${OPERATOR}` }
  await consoleSessionRepository(query).insert({ ...session, ...times })
  const secrets = await admitSecrets(secretMarkRepository(query), loadSecrets(config))
  await close()
  return { cookie: `passport_console=${token}`, secrets }
}

import type { AccountTables } from './schema/accounts.ts'
import type { ApplicationTables } from './schema/applications.ts'
import type { AttemptTables } from './schema/attempts.ts'
import type { ImportTables } from './schema/imports.ts'
import type { LimitTables } from './schema/limits.ts'
import type { MessageTables } from './schema/messages.ts'
import type { OAuthTables } from './schema/oauth.ts'
import type { OperatorTables } from './schema/operators.ts'
import type { OrganizationTables } from './schema/organizations.ts'
import type { ProofTables } from './schema/proofs.ts'
import type { WebhookTables } from './schema/webhooks.ts'

/**
 * Every table of `migrations/`, with names in camel case. Ids are texts, times milliseconds and
 * booleans 0 and 1, which every SQL database can store.
 */
export interface Tables
  extends
    AccountTables,
    ApplicationTables,
    AttemptTables,
    ImportTables,
    LimitTables,
    MessageTables,
    OAuthTables,
    OperatorTables,
    OrganizationTables,
    ProofTables,
    WebhookTables {}

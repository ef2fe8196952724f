import type { Captcha } from '../captcha/captcha.ts'
import type { Clock } from '../lib/clock.ts'
import type { Codes } from '../codes/codes.ts'
import type { CodeSender } from '../codes/sender.ts'
import type { CodeAttempts } from '../codes/code-attempts.ts'
import type { Config } from '../config/config.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { AccountDeletion } from '../account-deletion/account-deletion.ts'
import type { Apps } from '../apps/apps.ts'
import type { EarlyAccess } from '../early-access/early-access.ts'
import type { Events } from '../events/events.ts'
import type { Outbox } from '../delivery/outbox.ts'
import type { Memberships } from '../organizations/memberships.ts'
import type { RateLimits } from '../limits/limits.ts'
import type { Log } from '../lib/log.ts'
import type { PasswordAttempts } from '../passwords/password-attempts.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Policy } from '../policy/policy.ts'
import type { Avatars } from '../profiles/avatars.ts'
import type { Pictures } from '../profiles/pictures.ts'
import type { Qr } from '../qr-sign-in/qr.ts'
import type { Seal } from '../seal/seal.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import type { Providers } from '../providers/providers.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Tickets } from '../tickets/tickets.ts'
import type { TransactionalStores } from './stores.ts'
import type { TrustedDevices } from '../two-step/trusted-devices.ts'
import type { Verifications } from '../two-step/verifications.ts'

/** All that handlers work with. */
export interface Services {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly stores: TransactionalStores
  readonly accounts: Accounts
  readonly apps: Apps
  readonly avatars: Avatars
  readonly captcha: Captcha
  readonly accountDeletion: AccountDeletion
  readonly codes: Codes
  readonly codeSender: CodeSender
  readonly devices: TrustedDevices
  readonly earlyAccess: EarlyAccess
  readonly events: Events
  readonly codeAttempts: CodeAttempts
  readonly memberships: Memberships
  readonly limits: RateLimits
  readonly locks: PasswordAttempts
  readonly outbox: Outbox
  readonly passwords: Passwords
  readonly pictures: Pictures
  readonly policy: Policy
  readonly qr: Qr
  readonly seal: Seal
  readonly sessions: Sessions
  readonly telemetry: Telemetry
  readonly providers: Providers
  readonly tickets: Tickets
  readonly verifications: Verifications
}

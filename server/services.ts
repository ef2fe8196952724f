import type { Captcha } from './captcha/captcha.ts'
import type { Clock } from './clock.ts'
import type { Codes } from './codes/codes.ts'
import type { Config } from './config.ts'
import type { Accounts } from './accounts/accounts.ts'
import type { Apps } from './apps/apps.ts'
import type { Events } from './events/events.ts'
import type { Outbox } from './delivery/outbox.ts'
import type { Limits } from './limits/limits.ts'
import type { Log } from './log.ts'
import type { Locks } from './passwords/locks.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { Avatars } from './profiles/avatars.ts'
import type { Qr } from './qr/qr.ts'
import type { Seal } from './seal/seal.ts'
import type { Sessions } from './sessions/sessions.ts'
import type { Tickets } from './tickets/tickets.ts'
import type { TransactionalStores } from './stores.ts'

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
  readonly codes: Codes
  readonly events: Events
  readonly limits: Limits
  readonly locks: Locks
  readonly outbox: Outbox
  readonly passwords: Passwords
  readonly qr: Qr
  readonly seal: Seal
  readonly sessions: Sessions
  readonly tickets: Tickets
}

import {
  banUser,
  freezeUser,
  limitUser,
  unbanUser,
  unfreezeUser,
  unlimitUser,
} from './account-states.ts'
import { addAppSecret, endAppSecret, listAppSecrets } from './app-secrets.ts'
import { addApp, listApps, removeApp, setApp } from './apps.ts'
import { backup } from './backup.ts'
import { captchaAttack } from './captcha-attack.ts'
import { captchaSecret } from './captcha-secret.ts'
import {
  addClient,
  addClientToken,
  freezeClient,
  listClients,
  removeClient,
  verifyClient,
  setClient,
  addClientSecret,
  endClientSecret,
} from './clients.ts'
import type { Command } from './command.ts'
import { config } from './config.ts'
import { inviteEarlyAccess, listEarlyAccess } from './early-access.ts'
import { listEvents } from './events.ts'
import { acceptNewSecrets, rotateSealKey, showRootKey } from './keys.ts'
import {
  addMemberCommand,
  addOrganization,
  freezeMember,
  freezeOrganization,
  listOrganizations,
  removeDomain,
  removeMember,
  setManager,
} from './organizations.ts'
import { listGrants, revokeOneGrant } from './grants.ts'
import { listInvitations, stopInvitations } from './invitations.ts'
import {
  checkOrganizations,
  listOrganizationEvents,
  showLimits,
  showOrganization,
} from './organization-records.ts'
import { migrateDatabase } from './migrate.ts'
import { listPlans, setPlan } from './plans.ts'
import { addPromoCode, endPromoCode, listPromoCodes } from './promo-codes.ts'
import { addResource, listResources, removeResource } from './resources.ts'
import { restoreAddress } from './restore-address.ts'
import { showTelemetry } from './telemetry.ts'
import { endSessions, showUser } from './users.ts'

/** Every command, in the order of the help text. */
export const commands: readonly Command[] = [
  config,
  listApps,
  addApp,
  setApp,
  removeApp,
  listClients,
  addClient,
  verifyClient,
  setClient,
  addClientSecret,
  endClientSecret,
  freezeClient,
  removeClient,
  addClientToken,
  listResources,
  addResource,
  removeResource,
  listGrants,
  revokeOneGrant,
  addAppSecret,
  listAppSecrets,
  endAppSecret,
  captchaAttack,
  captchaSecret,
  showUser,
  banUser,
  unbanUser,
  freezeUser,
  unfreezeUser,
  limitUser,
  unlimitUser,
  restoreAddress,
  endSessions,
  addOrganization,
  listOrganizations,
  removeDomain,
  showOrganization,
  showLimits,
  listOrganizationEvents,
  checkOrganizations,
  freezeOrganization,
  setManager,
  addMemberCommand,
  freezeMember,
  removeMember,
  listInvitations,
  stopInvitations,
  listEarlyAccess,
  inviteEarlyAccess,
  setPlan,
  listPlans,
  addPromoCode,
  listPromoCodes,
  endPromoCode,
  listEvents,
  backup,
  migrateDatabase,
  showTelemetry,
  rotateSealKey,
  acceptNewSecrets,
  showRootKey,
]

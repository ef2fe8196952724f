import * as accountStates from './account-states.ts'
import { addAppSecretCommand, endAppSecretCommand, listAppSecrets } from './app-secrets.ts'
import { addApp, listApps, removeApp, setApp } from './apps.ts'
import { backup } from './backup.ts'
import { buildPasswordList } from './build-password-list.ts'
import { captchaAttack } from './captcha-attack.ts'
import { captchaSecret } from './captcha-secret.ts'
import * as clients from './clients.ts'
import type { Command } from './command.ts'
import { config } from './config.ts'
import { checkDatabaseCommand, copyDatabaseCommand } from './databases.ts'
import { inviteEarlyAccess, listEarlyAccess } from './early-access.ts'
import { listEvents } from './events.ts'
import { acceptNewSecrets, rotateSealKey, showRootKey } from './keys.ts'
import * as operators from './operators.ts'
import * as organizations from './organizations.ts'
import { exportFile, importAccounts, listImports } from './imports.ts'
import { listGrants, revokeOneGrant } from './grants.ts'
import { listInvitations, stopInvitations } from './invitations.ts'
import * as organizationRecords from './organization-records.ts'
import * as users from './manage-users.ts'
import { migrateDatabase } from './migrate.ts'
import { checkPasskeys } from './passkeys-check.ts'
import { listPlans, setPlan } from './plans.ts'
import { addPromoCode, endPromoCode, listPromoCodes } from './promo-codes.ts'
import { recoverAccount } from './recover-account.ts'
import { addResource, listResources, removeResource } from './resources.ts'
import { restoreAddress } from './restore-address.ts'
import { showTelemetry } from './telemetry.ts'
import { addToken, endToken, listTokens } from './tokens.ts'
import { traceUser } from './trace.ts'
import { userMethods } from './user-methods.ts'
import { endSessionOf, endSessions, showUser } from './users.ts'
import * as webhooks from './webhooks.ts'

/** Every command, in the order of the help text. */
export const commands: readonly Command[] = [
  config,
  listApps,
  addApp,
  setApp,
  removeApp,
  clients.listClients,
  clients.addClient,
  clients.verifyClient,
  clients.setClient,
  clients.addClientSecretCommand,
  clients.endClientSecretCommand,
  clients.freezeClient,
  clients.removeClientCommand,
  clients.addClientToken,
  listResources,
  addResource,
  removeResource,
  listGrants,
  revokeOneGrant,
  addAppSecretCommand,
  listAppSecrets,
  endAppSecretCommand,
  addToken,
  listTokens,
  endToken,
  operators.addOperator,
  operators.listOperators,
  operators.removeOperatorCommand,
  operators.listOperatorEvents,
  captchaAttack,
  captchaSecret,
  users.listUsers,
  users.addUser,
  showUser,
  traceUser,
  users.exportUser,
  users.eraseUser,
  userMethods,
  accountStates.banUser,
  accountStates.unbanUser,
  accountStates.freezeUser,
  accountStates.unfreezeUser,
  accountStates.limitUser,
  accountStates.unlimitUser,
  restoreAddress,
  recoverAccount,
  endSessionOf,
  endSessions,
  organizations.addOrganizationCommand,
  organizations.listOrganizations,
  organizations.removeDomain,
  organizationRecords.showOrganization,
  organizationRecords.showLimits,
  organizationRecords.listOrganizationEvents,
  organizationRecords.checkOrganizations,
  organizations.freezeOrganizationCommand,
  organizations.setManagerCommand,
  organizations.addMemberCommand,
  organizations.freezeMemberCommand,
  organizations.removeMemberCommand,
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
  listImports,
  importAccounts,
  exportFile,
  webhooks.addWebhookCommand,
  webhooks.listWebhooksCommand,
  webhooks.renewWebhookSecretCommand,
  webhooks.switchWebhookOff,
  webhooks.switchWebhookOn,
  webhooks.listDeliveriesCommand,
  webhooks.replayCommand,
  webhooks.removeWebhookCommand,
  buildPasswordList,
  checkPasskeys,
  backup,
  copyDatabaseCommand,
  checkDatabaseCommand,
  migrateDatabase,
  showTelemetry,
  rotateSealKey,
  acceptNewSecrets,
  showRootKey,
]

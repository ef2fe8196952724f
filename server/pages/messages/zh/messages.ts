import { signInMessages } from '#protocol/messages/zh/sign-in.ts'
import type { Messages } from '../messages.ts'
import { undoneMessages } from '#protocol/messages/zh/undone.ts'
import { accountMessages } from './account.ts'
import { authorizeMessages } from './authorize.ts'
import { deviceMessages } from './device.ts'
import { endSessionMessages } from './end-session.ts'
import { identityMessages } from './identity.ts'
import { invitationMessages } from './invitation.ts'
import { notMeMessages } from './not-me.ts'
import { pageMessages } from './pages.ts'
import { qrMessages } from './qr.ts'
import { recoverMessages } from './recover.ts'

/** Messages of the account server's pages in Chinese; those of signing in are the element's too. */
export const messages: Messages = {
  ...signInMessages,
  ...pageMessages,
  ownAccount: accountMessages,
  authorize: authorizeMessages,
  device: deviceMessages,
  endSession: endSessionMessages,
  identity: identityMessages,
  invitation: invitationMessages,
  notMe: notMeMessages,
  qr: qrMessages,
  recover: recoverMessages,
  undone: undoneMessages,
}

import { initialDetails } from '#protocol/profile-fields.ts'
import type { Account } from '../../src/client/calls/account.ts'

/** The account of somebody who is signed in, for screens that stand still. */
export const sampleAccount: Account = {
  accountId: 'sample',
  name: 'Ann Example',
  username: '',
  email: 'ann@example.com',
  mobile: '',
  isEmailProved: true,
  isMobileProved: false,
  hasPassword: true,
  pictureUrl: '',
  backgroundUrl: '',
  ...initialDetails,
  locale: 'en',
  linkedAccounts: [],
  organizationId: '',
  membershipId: '',
  recoveryReadyAt: undefined,
  stepUpWays: [],
}

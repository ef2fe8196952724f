import type * as endpoints from '#protocol/web/organizations.ts'
import type { OrganizationInfo } from '#protocol/organization-objects.ts'
import type { User } from '#protocol/objects.ts'
import { toName, toUsername } from '../names/names.ts'
import { toEmail, toMobile } from '../accounts/recipients.ts'
import { requireCaptcha } from '../captcha/require-captcha.ts'
import { noSession, signedIn } from '../calls/call.ts'
import { pageOf } from '../lib/paging.ts'
import { PassportError } from '../lib/passport-error.ts'
import { requireActor } from '../organizations/acting.ts'
import {
  deleteOrganization,
  freezeOrganization,
  leaveOrganization,
  unfreezeOrganization,
  updateOrganization,
} from '../organizations/change-organization.ts'
import {
  createManagedOrganization,
  type OrganizationInput,
} from '../organizations/create-organization.ts'
import { describeOrganization } from '../organizations/describe-organization.ts'
import { organizationAppOf } from '../organizations/membership-info.ts'
import { uploadLogo } from '../organizations/upload-logo.ts'
import { requireStrongPassword } from '../passwords/require-strong-password.ts'
import { newAccountOf, prepareAccount, requireRegistrationOpen } from '../registration/register.ts'
import type { Services } from '../services/services.ts'
import { requireOwnEntry } from '../organizations/require-entry.ts'
import { ownerOf, signIn, type SignedIn } from '../sign-in/sign-in.ts'
import type { Organization } from '../store/organization-repository.ts'
import type { Context, Handlers } from './handler.ts'
import { uploadOf } from './upload-of.ts'

/** Handlers of `protocol/web/organizations.ts`. */
export const organizations = {
  createOrganization: async (payload, context) => {
    const session = signedIn(context)
    await requireOwnEntry(context, session)
    return await createAndSignIn(context, payload, (tx) => ownerOf(tx, session))
  },

  createOrganizationByMobile: async (payload, context) =>
    await createAndSignIn(
      context,
      payload,
      await prepareAccount(context, toMobile(payload.mobile, context.params.a_region), payload),
    ),

  createOrganizationByEmail: async (payload, context) =>
    await createAndSignIn(
      context,
      payload,
      await prepareAccount(context, toEmail(payload.email), payload),
    ),

  createOrganizationByUsername: async (payload, context) => {
    if (!context.app.settings.no_verify_register) throw new PassportError('registration_closed')
    requireRegistrationOpen(context)
    const { username, password } = payload
    requireStrongPassword(context.services, undefined, { password, name: username })
    await requireCaptcha(context, { subject: toUsername(username) })
    const newAccount = await newAccountOf(context, { password })
    return await createAndSignIn(context, payload, async (tx) => ({
      account: await tx.accounts.createUnproved({ ...newAccount, email: undefined, username }),
      isNew: true,
      method: 'password',
    }))
  },

  listOrganizations: async (payload, context) => {
    const { accountId } = signedIn(context)
    const { memberships, organizations: all } = context.services
    const withFrozen = payload.need_frozen_user === 1
    const mine = await memberships.list(accountId, organizationAppOf(context), withFrozen)
    const page = pageOf(mine, payload)
    const list = await Promise.all(
      page.list.map(async ({ organizationId }) => await all.find(organizationId)),
    )
    const found = list.filter((one) => one !== undefined)
    return {
      ...page,
      list: await Promise.all(found.map((one) => describeOrganization(context, one, false))),
    }
  },

  organizationInfo: async (payload, context) => {
    const { membership, rights } = await requireActor(context, payload, 'subject.read')
    const organization = await context.services.organizations.find(membership.organizationId)
    if (organization === undefined) throw noSession()
    return await describeOrganization(
      context,
      organization,
      rights.permissions.has('subject.update'),
    )
  },

  updateOrganization: async (payload, context) => {
    const organization = await updateOrganization(context, payload, {
      ...(payload.subject_name !== undefined && { name: toName(payload.subject_name) }),
      baseInfos: payload.base_infos,
      detailInfos: payload.detail_infos,
    })
    return await describeOrganization(context, organization, true)
  },

  uploadLogo: async (payload, context) => {
    const { bytes } = uploadOf(context, 'logo')
    return await describeOrganization(context, await uploadLogo(context, payload, bytes), true)
  },

  freezeOrganization: async (payload, context) => {
    const organization =
      payload.is_frozen === 1
        ? await freezeOrganization(context, payload, payload.ticket)
        : await unfreezeOrganization(context, payload, payload.ticket)
    return await describeOrganization(context, organization, true)
  },

  deleteOrganization: (payload, context) => deleteOrganization(context, payload),

  // The session ends with the membership; the person goes on as themself.
  leaveOrganization: async (payload, context) => {
    const session = signedIn(context)
    await requireOwnEntry(context, session)
    return await signIn(context, undefined, async (tx) => {
      const owner = await ownerOf(tx, session)
      await leaveOrganization(context, tx, payload)
      return { ...owner, membership: undefined }
    })
  },
} satisfies Handlers<typeof endpoints>

// The organization, its manager and the session are made together or not at all.
async function createAndSignIn(
  context: Context,
  input: OrganizationInput,
  prove: (tx: Services) => Promise<SignedIn>,
): Promise<OrganizationInfo & { user: User }> {
  let created: Organization | undefined
  const user = await signIn(context, undefined, async (tx) => {
    const proved = await prove(tx)
    const { organization, membership } = await createManagedOrganization(
      context,
      tx,
      proved.account,
      { ...input, subject_name: toName(input.subject_name) },
    )
    created = organization
    return { ...proved, membership }
  })
  if (created === undefined) throw new Error('signed in without an organization')
  return { ...(await describeOrganization(context, created, true)), user }
}

import { randomBytes } from 'node:crypto'
import type { Call } from '../calls/call.ts'
import { DAY_MS } from '../lib/clock.ts'
import { encodePicture, requirePicture } from '../profiles/encode.ts'
import type { Organization } from '../store/organization-repository.ts'
import {
  changeAs,
  requireActor,
  type OrganizationServices,
  type OrganizationChoice,
} from './acting.ts'
import { lockOrganization } from './change-organization.ts'

const MAX_A_DAY = 20

/** Re-encodes a picture as the logo. @throws file_type, file_size, too_often, not_member, no_permission */
export async function uploadLogo(
  context: Call<OrganizationServices>,
  choice: OrganizationChoice,
  bytes: Uint8Array,
): Promise<Organization> {
  // Checked before the costly decoding, so that only those who may change the organization cause it.
  const { organizationId } = (await requireActor(context, choice, 'subject.update')).membership
  requirePicture(bytes)
  const { pictureEncoding, rateLimits } = context.services
  const limit = { key: `logos ${organizationId}`, max: MAX_A_DAY, windowMs: DAY_MS }
  await rateLimits.requireLeft(limit)
  const picture = await pictureEncoding.run(context.signal(), () => encodePicture(bytes, 'avatar'))
  const key = randomBytes(16).toString('base64url')
  return await changeAs(context, choice, 'subject.update', async (tx, { membership }) => {
    await tx.rateLimits.spend([limit])
    const organization = await lockOrganization(tx, organizationId)
    await tx.pictures.replaceLogo({ organizationId, key, bytes: picture })
    await tx.organizationEvents.note(context, membership, 'organization_updated', {
      detail: { logo: key },
    })
    return await tx.organizations.update(organization, { baseInfos: { logo_url: key } })
  })
}

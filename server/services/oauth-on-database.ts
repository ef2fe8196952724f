import { createRateLimits } from '../limits/limits.ts'
import { findPerson } from '../oauth/find-person.ts'
import { createOAuth, type OAuth } from '../oauth/oauth.ts'
import type { OrganizationIds } from '../organizations/organization-ids.ts'
import { pictureUrl } from '../profiles/pictures.ts'
import type { Queries } from '../store/database.ts'
import { membershipRepository } from '../store/membership-repository.ts'
import { oauthClientRepository } from '../store/oauth-client-repository.ts'
import { oauthDeviceCodeRepository } from '../store/oauth-device-code-repository.ts'
import { oauthGrantRepository } from '../store/oauth-grant-repository.ts'
import { oauthKeyRepository } from '../store/oauth-key-repository.ts'
import { oauthReferenceRepository } from '../store/oauth-reference-repository.ts'
import { oauthResourceRepository } from '../store/oauth-resource-repository.ts'
import { oauthTokenRepository } from '../store/oauth-token-repository.ts'
import { rateLimitRepository } from '../store/rate-limit-repository.ts'
import { roleRepository } from '../store/role-repository.ts'

type Options = Parameters<typeof createOAuth>[0]

/** Creates the OAuth sign-in for clients over the repositories of a database. */
export function createOAuthOn(
  query: Queries,
  options: Pick<Options, 'config' | 'secrets' | 'clock' | 'outside' | 'endReused'> & {
    ids: OrganizationIds
  },
): OAuth {
  const { ids, ...rest } = options
  const people = {
    memberships: membershipRepository(query),
    roles: roleRepository(query),
    ids,
  }
  return createOAuth({
    ...rest,
    store: {
      clients: oauthClientRepository(query),
      deviceCodes: oauthDeviceCodeRepository(query),
      grants: oauthGrantRepository(query),
      references: oauthReferenceRepository(query),
      resources: oauthResourceRepository(query),
      tokens: oauthTokenRepository(query),
    },
    keys: oauthKeyRepository(query),
    rateLimits: createRateLimits(rateLimitRepository(query), options.clock),
    personOf: (authorization) => findPerson(people, authorization),
    avatarUrlOf: ({ avatarKey }) => pictureUrl(options.config.PUBLIC_ORIGIN, avatarKey),
  })
}

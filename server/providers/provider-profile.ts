import {
  any,
  array,
  boolean,
  enums,
  is,
  nullable,
  number,
  object,
  optional,
  string,
  type,
  type Infer,
} from 'superstruct'
import { displayName } from '#protocol/fields.ts'
import { providerNames, type ProviderName } from '#protocol/providers.ts'
import { toEmail } from '../accounts/recipients.ts'
import { PassportError, unlessRefused } from '../lib/passport-error.ts'

/** A person's data at a provider. */
export interface Profile {
  platform: ProviderName
  /** Id at the provider, which never changes. */
  sub: string
  /** Empty if the provider has none that is allowed as display name. */
  name: string
  /** Username at the provider. */
  handle: string
  avatar: string
  /** Normalised; empty if missing or malformed. */
  email: string
  /** Whether the provider has verified the address. */
  isEmailVerified: boolean
}

/** The struct of a profile in the data of a ticket. */
export const profileShape = object({
  platform: enums(providerNames),
  sub: string(),
  name: string(),
  handle: string(),
  avatar: string(),
  email: string(),
  isEmailVerified: boolean(),
})

const optionalText = optional(nullable(string()))

/** Claims of an identity token or a userinfo reply. */
export const claims = type({
  sub: string(),
  name: optionalText,
  preferred_username: optionalText,
  picture: optionalText,
  email: optionalText,
  email_verified: optional(any()),
})

/** The profile reply of GitHub. */
export const githubUser = type({
  id: number(),
  login: string(),
  name: optionalText,
  avatar_url: optionalText,
})

/** The reply of GitHub with the e-mail addresses. */
export const githubEmails = array(
  type({ email: string(), primary: boolean(), verified: boolean() }),
)

const MAX_SUB_LENGTH = 255
const MAX_URL_LENGTH = 500

/** Returns the profile of OpenID Connect claims. @throws platform_unusual for an invalid id */
export function fromClaims(platform: ProviderName, input: Infer<typeof claims>): Profile {
  return normalize({
    platform,
    sub: input.sub,
    name: input.name ?? input.preferred_username ?? '',
    handle: input.preferred_username ?? input.email ?? input.name ?? '',
    avatar: input.picture ?? '',
    email: input.email ?? '',
    isEmailVerified: input.email_verified === true,
  })
}

/** Returns the profile of a GitHub user, with the primary address if it is verified. */
export function fromGithub(
  user: Infer<typeof githubUser>,
  emails: Infer<typeof githubEmails>,
): Profile {
  const primary = emails.find((one) => one.primary && one.verified)
  return normalize({
    platform: 'github',
    sub: String(user.id),
    name: user.name ?? user.login,
    handle: user.login,
    avatar: user.avatar_url ?? '',
    email: primary?.email ?? '',
    isEmailVerified: primary !== undefined,
  })
}

// The same rules as for input of people.
function normalize(profile: Profile): Profile {
  if (profile.sub === '' || profile.sub.length > MAX_SUB_LENGTH) {
    throw new PassportError('platform_unusual')
  }
  const email = emailOf(profile.email)
  return {
    ...profile,
    name: nameOf(profile.name),
    handle: nameOf(profile.handle),
    avatar: pictureUrlOf(profile.avatar),
    email,
    isEmailVerified: profile.isEmailVerified && email !== '',
  }
}

function nameOf(text: string): string {
  const name = [...text.trim()].slice(0, 32).join('').trim()
  return is(name, displayName) ? name : ''
}

function pictureUrlOf(text: string): string {
  return text.length <= MAX_URL_LENGTH && URL.parse(text)?.protocol === 'https:' ? text : ''
}

function emailOf(text: string): string {
  return unlessRefused(() => toEmail(text))?.address ?? ''
}

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
import { PassportError } from '../lib/passport-error.ts'

/** A person as a third party knows them. */
export interface Profile {
  platform: ProviderName
  /** Id there, which never changes; names and addresses may. */
  sub: string
  /** Name to begin with; empty where there is none that may be used here. */
  name: string
  /** What the person is called there, such as a login. */
  handle: string
  avatar: string
  /** Normalised; empty where none was told or it is malformed. */
  email: string
  /** Whether the third party says that the address was proved. */
  isEmailVerified: boolean
}

/** A profile as a ticket holds it. */
export const profileShape = object({
  platform: enums(providerNames),
  sub: string(),
  name: string(),
  handle: string(),
  avatar: string(),
  email: string(),
  isEmailVerified: boolean(),
})

const words = optional(nullable(string()))

/** Claims of an identity token or a userinfo reply. */
export const claims = type({
  sub: string(),
  name: words,
  preferred_username: words,
  picture: words,
  email: words,
  email_verified: optional(any()),
})

/** The profile reply of GitHub. */
export const githubUser = type({
  id: number(),
  login: string(),
  name: words,
  avatar_url: words,
})

/** The addresses that GitHub knows. */
export const githubEmails = array(
  type({ email: string(), primary: boolean(), verified: boolean() }),
)

const MAX_SUB = 255
const MAX_ADDRESS = 500

/** A profile from claims. */
export function fromClaims(platform: ProviderName, of: Infer<typeof claims>): Profile {
  return clean({
    platform,
    sub: of.sub,
    name: of.name ?? of.preferred_username ?? '',
    handle: of.preferred_username ?? of.email ?? of.name ?? '',
    avatar: of.picture ?? '',
    email: of.email ?? '',
    isEmailVerified: of.email_verified === true,
  })
}

/** A profile of GitHub; only the primary address counts, and only when it was proved. */
export function fromGithub(
  user: Infer<typeof githubUser>,
  emails: Infer<typeof githubEmails>,
): Profile {
  const primary = emails.find((one) => one.primary && one.verified)
  return clean({
    platform: 'github',
    sub: String(user.id),
    name: user.name ?? user.login,
    handle: user.login,
    avatar: user.avatar_url ?? '',
    email: primary?.email ?? '',
    isEmailVerified: primary !== undefined,
  })
}

// What comes from outside is held to the rules of what a person may type here.
function clean(profile: Profile): Profile {
  if (profile.sub === '' || profile.sub.length > MAX_SUB)
    throw new PassportError('platform_unusual')
  const email = emailOf(profile.email)
  return {
    ...profile,
    name: nameOf(profile.name),
    handle: nameOf(profile.handle),
    avatar: addressOf(profile.avatar),
    email,
    isEmailVerified: profile.isEmailVerified && email !== '',
  }
}

function nameOf(text: string): string {
  const name = [...text.trim()].slice(0, 32).join('').trim()
  return is(name, displayName) ? name : ''
}

function addressOf(text: string): string {
  return text.length <= MAX_ADDRESS && URL.parse(text)?.protocol === 'https:' ? text : ''
}

function emailOf(text: string): string {
  try {
    return text === '' ? '' : toEmail(text).address
  } catch (error) {
    if (error instanceof PassportError) return ''
    throw error
  }
}

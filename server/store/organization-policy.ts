import {
  array,
  coerce,
  defaulted,
  enums,
  mask,
  number,
  object,
  string,
  type Infer,
} from 'superstruct'
import { policyMethods, clientRules, type PolicyMethod } from '#protocol/organization-fields.ts'

/** A stored list with all of these means every method, also those that were added to them later. */
const everyMethod: readonly PolicyMethod[] = ['password', 'code', 'third_party', 'qr']

const shape = object({
  /** Hours after the authentication in which a session is valid; 0 for the server's own limit. */
  session_hours: defaulted(number(), 0),
  /** Minutes without a call after which a session ends; 0 for the server's own limit. */
  idle_minutes: defaulted(number(), 0),
  second_verification: defaulted(enums(['off', 'new_device', 'always']), 'off'),
  /** Assurance level that sessions of members must reach. */
  required_level: defaulted(enums([1, 2, 3]), 1),
  /** Whether only addresses in proved domains are invited. */
  invite_domains_only: defaulted(enums([0, 1]), 0),
  /** Whether people with an address in a proved domain are offered to join. */
  join_by_domain: defaulted(enums([0, 1]), 0),
  /** Clients that members may let in for the organization. */
  programs: defaulted(enums(clientRules), 'refuse'),
  methods: defaulted(coerce(array(enums(policyMethods)), array(string()), readMethods), () => [
    ...policyMethods,
  ]),
})

/** Rules of an organization for the sessions of its members. */
export type OrganizationPolicy = Infer<typeof shape>

/** Rules of a new organization. */
const openPolicy: OrganizationPolicy = mask({}, shape)

/** Reads the stored JSON; fields and methods that only a newer version knows are ignored. */
export function readOrganizationPolicy(stored: string): OrganizationPolicy {
  return stored === '{}' ? openPolicy : mask(JSON.parse(stored), shape)
}

function readMethods(stored: readonly string[]): PolicyMethod[] {
  const isEvery = everyMethod.every((name) => stored.includes(name))
  return policyMethods.filter((name) => isEvery || stored.includes(name))
}

import { isIPv6 } from 'node:net'
import type { Level } from '@passport/puzzles'
import { addressPrefix, ipv6Groups, isLoopbackAddress, plainAddress } from '../lib/address.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS, type Clock, waitUntil } from '../lib/clock.ts'
import type { CaptchaRepository } from '../store/captcha-repository.ts'
import type { Counter } from '../store/schema/limits.ts'

interface Limit {
  max: number
  windowMs: number
}

interface ScopeLimits {
  issue: readonly Limit[]
  failed: Limit
  passed: Limit
}

/** Limits on requested, failed and passed challenges, for a browser, an address and a network. */
export interface CaptchaLimits {
  browser: ScopeLimits
  address: ScopeLimits
  /** Wrong answers of neighbours only raise the level, so that nobody is refused for them. */
  network: ScopeLimits
  /** The /32 around an IPv6 address, which one provider has. */
  provider: { failed: Limit }
  /** Failures about one subject only raise the level, so that nobody can block it. */
  subject: { failed: Limit; mailed: Limit }
  /** Links by mail. */
  mailed: { browser: Limit; address: Limit }
}

/** The limits of an installation, which `docs/captcha.md` lists too. */
export const defaultLimits: CaptchaLimits = {
  browser: {
    issue: [
      { max: 10, windowMs: MINUTE_MS },
      { max: 60, windowMs: HOUR_MS },
    ],
    failed: { max: 5, windowMs: 10 * MINUTE_MS },
    passed: { max: 20, windowMs: HOUR_MS },
  },
  address: {
    issue: [
      { max: 30, windowMs: MINUTE_MS },
      { max: 240, windowMs: HOUR_MS },
    ],
    failed: { max: 10, windowMs: 10 * MINUTE_MS },
    passed: { max: 60, windowMs: HOUR_MS },
  },
  network: {
    issue: [{ max: 120, windowMs: MINUTE_MS }],
    failed: { max: 30, windowMs: 10 * MINUTE_MS },
    passed: { max: 300, windowMs: HOUR_MS },
  },
  provider: { failed: { max: 300, windowMs: 10 * MINUTE_MS } },
  subject: {
    failed: { max: 10, windowMs: HOUR_MS },
    mailed: { max: 2, windowMs: HOUR_MS },
  },
  mailed: {
    browser: { max: 5, windowMs: HOUR_MS },
    address: { max: 20, windowMs: HOUR_MS },
  },
}

/** Shares of a limit from which the level is 1 and 2; many passes are suspicious sooner. */
const levelShares = { failed: [0.4, 0.8], passed: [0.2, 0.6] } as const

const FIRST_PAUSE_MS = MINUTE_MS
const MAX_PAUSE_MS = 15 * MINUTE_MS

/** The requester of a challenge; the address is counted too, because clients choose their web id. */
export interface Visitor {
  webId: string
  address: string
  requestDigest: string
}

/** Returns the network around an address: the /24 of IPv4 or the /48 of IPv6. */
export function networkPrefix(address: string): string {
  const plain = plainAddress(address)
  const parts = isIPv6(plain) ? ipv6Groups(plain) : plain.split('.')
  return parts.slice(0, 3).join(isIPv6(plain) ? ':' : '.')
}

/** Returns the /32 of an IPv6 address; IPv4 has no such block. */
export function providerPrefix(address: string): string | undefined {
  const plain = plainAddress(address)
  return isIPv6(plain) ? ipv6Groups(plain).slice(0, 2).join(':') : undefined
}

/** Whether a visitor may have a challenge. */
export interface IssueDecision {
  /** Seconds to wait; 0 if a challenge may be issued. */
  wait: number
  level: Level
}

interface Rule {
  key: string
  /** `raise` counts wrong answers that raise the level and refuse nobody. */
  kind: 'issue' | 'failed' | 'passed' | 'raise'
  limit: Limit
}

function rulesFor(limits: CaptchaLimits, visitor: Visitor): Rule[] {
  const browser = rulesOf(`browser:${visitor.webId}`, limits.browser, 'failed')
  // Developers, tests and monitors on the machine itself all have the same address.
  const around = isLoopbackAddress(visitor.address) ? [] : rulesAround(limits, visitor.address)
  const subject: Rule[] =
    visitor.requestDigest === ''
      ? []
      : [
          {
            key: `target:${visitor.requestDigest}:failed`,
            kind: 'raise',
            limit: limits.subject.failed,
          },
        ]
  return [...browser, ...around, ...subject]
}

function rulesOf(scope: string, limits: ScopeLimits, kindOfFailure: 'failed' | 'raise'): Rule[] {
  return [
    ...limits.issue.map((limit): Rule => ({
      key: `${scope}:issue:${limit.windowMs}`,
      kind: 'issue',
      limit,
    })),
    { key: `${scope}:passed`, kind: 'passed', limit: limits.passed },
    { key: `${scope}:failed`, kind: kindOfFailure, limit: limits.failed },
  ]
}

function rulesAround(limits: CaptchaLimits, address: string): Rule[] {
  const provider = providerPrefix(address)
  return [
    ...rulesOf(`address:${addressPrefix(address)}`, limits.address, 'failed'),
    ...rulesOf(`network:${networkPrefix(address)}`, limits.network, 'raise'),
    ...(provider === undefined
      ? []
      : [
          {
            key: `provider:${provider}:failed`,
            kind: 'raise',
            limit: limits.provider.failed,
          } as const,
        ]),
  ]
}

function waitMs({ kind, limit }: Rule, state: Counter, now: number): number {
  switch (kind) {
    case 'issue':
      return state.count > limit.max ? state.resetsAt - now : 0
    case 'passed':
      return state.count >= limit.max ? state.resetsAt - now : 0
    case 'raise':
      return 0
    case 'failed': {
      if (state.count < limit.max) return 0
      // The pause doubles with each further failure.
      const pauseMs = FIRST_PAUSE_MS * 2 ** (state.count - limit.max)
      return waitUntil(state.changedAt + Math.min(pauseMs, MAX_PAUSE_MS), now, MAX_PAUSE_MS)
    }
  }
}

function levelOf({ kind, limit }: Rule, state: Counter): Level {
  if (kind === 'issue') return 0
  const [harder, hardest] = levelShares[kind === 'passed' ? 'passed' : 'failed']
  if (state.count >= limit.max * hardest) return 2
  return state.count >= limit.max * harder ? 1 : 0
}

/** Counts what visitors do. */
export function createCounters(repository: CaptchaRepository, limits: CaptchaLimits, clock: Clock) {
  /** Counts, and returns whether each count is within its limit. */
  async function add(visitor: Visitor, kinds: readonly Rule['kind'][]): Promise<boolean> {
    const rules = rulesFor(limits, visitor).filter((rule) => kinds.includes(rule.kind))
    const counts = await repository.count(
      rules.map(({ key, limit }) => ({ key, add: 1, windowMs: limit.windowMs })),
      clock(),
    )
    return rules.every(({ key, limit }) => (counts.get(key)?.count ?? 0) <= limit.max)
  }
  return {
    /** Counts a challenge, and returns whether it may be issued and at which level. */
    issue: async (visitor: Visitor, weight: number): Promise<IssueDecision> => {
      const now = clock()
      const rules = rulesFor(limits, visitor)
      const counts = await repository.count(
        rules.map(({ key, kind, limit }) => ({
          key,
          add: kind === 'issue' ? weight : 0,
          windowMs: limit.windowMs,
        })),
        now,
      )
      let longestMs = 0
      let level: Level = 0
      for (const rule of rules) {
        const state = counts.get(rule.key)
        if (!state) continue
        longestMs = Math.max(longestMs, waitMs(rule, state, now))
        const ruleLevel = levelOf(rule, state)
        if (ruleLevel > level) level = ruleLevel
      }
      return { wait: Math.ceil(longestMs / SECOND_MS), level }
    },
    failed: (visitor: Visitor): Promise<boolean> => add(visitor, ['failed', 'raise']),
    /** Counts a pass; returns false for one too many, of challenges that were issued before others passed. */
    passed: (visitor: Visitor): Promise<boolean> => add(visitor, ['passed']),
    /** Counts a link by mail; returns the seconds to wait, or 0 if it may be sent. */
    mail: async ({ webId, address, requestDigest }: Visitor): Promise<number> => {
      const now = clock()
      const mailLimits = [
        { key: `browser:${webId}:mailed`, limit: limits.mailed.browser },
        { key: `address:${addressPrefix(address)}:mailed`, limit: limits.mailed.address },
        { key: `target:${requestDigest}:mailed`, limit: limits.subject.mailed },
      ]
      const states = await repository.count(
        mailLimits.map(({ key, limit }) => ({ key, add: 1, windowMs: limit.windowMs })),
        now,
      )
      const waits = mailLimits.map(({ key, limit }) => {
        const state = states.get(key)
        return state && state.count > limit.max ? state.resetsAt - now : 0
      })
      return Math.ceil(Math.max(...waits) / SECOND_MS)
    },
  }
}

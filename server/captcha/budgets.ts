import { isIPv6 } from 'node:net'
import type { Level } from '@passport/puzzles'
import { ipv6Groups, isLoopbackAddress, plainAddress } from '../lib/address.ts'
import { HOUR_MS, MINUTE_MS, type Clock } from '../lib/clock.ts'
import type { CaptchaRepository, Count, Increment } from '../store/captcha-repository.ts'

interface Limit {
  most: number
  windowMs: number
}

interface RateLimit {
  issue: readonly Limit[]
  failed: Limit
  passed: Limit
}

/** How much one browser, one address and one network may ask for, get wrong and pass. */
export interface Budgets {
  browser: RateLimit
  address: RateLimit
  network: Omit<RateLimit, 'failed'>
  /** Wrong answers about one address only make puzzles harder: a stranger must not shut it out. */
  target: { failed: Limit; mailed: Limit }
  /** Links that one browser and one address may have mailed. */
  mailed: { browser: Limit; address: Limit }
}

/** What an installation starts with; the table in `docs/captcha.md` repeats it. */
export const defaultBudgets: Budgets = {
  browser: {
    issue: [
      { most: 10, windowMs: MINUTE_MS },
      { most: 60, windowMs: HOUR_MS },
    ],
    failed: { most: 5, windowMs: 10 * MINUTE_MS },
    passed: { most: 20, windowMs: HOUR_MS },
  },
  address: {
    issue: [
      { most: 30, windowMs: MINUTE_MS },
      { most: 240, windowMs: HOUR_MS },
    ],
    failed: { most: 30, windowMs: 10 * MINUTE_MS },
    passed: { most: 60, windowMs: HOUR_MS },
  },
  network: {
    issue: [{ most: 120, windowMs: MINUTE_MS }],
    passed: { most: 300, windowMs: HOUR_MS },
  },
  target: {
    failed: { most: 10, windowMs: HOUR_MS },
    mailed: { most: 2, windowMs: HOUR_MS },
  },
  mailed: {
    browser: { most: 5, windowMs: HOUR_MS },
    address: { most: 20, windowMs: HOUR_MS },
  },
}

/** From which share of a budget of wrong answers puzzles become harder. */
const HARDER_FROM = 0.4
const HARDEST_FROM = 0.8

const COOL_DOWN_MS = MINUTE_MS
const LONGEST_COOL_DOWN_MS = 15 * MINUTE_MS

/** Who answers: the web id is chosen by the client, so the address is counted beside it. */
export interface Visitor {
  fp: string
  address: string
  /** Digest of what the request is about. */
  target: string
}

/** What one customer of a provider usually holds (/32, /64), and the network around it (/24, /48). */
export function prefixes(address: string): { address: string; network: string } {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return { address: plain, network: plain.split('.').slice(0, 3).join('.') }
  const parts = ipv6Groups(plain)
  return { address: parts.slice(0, 4).join(':'), network: parts.slice(0, 3).join(':') }
}

/** What is counted for a challenge. */
export interface Plan {
  increments: readonly Increment[]
  standing(counts: ReadonlyMap<string, Count>, now: number): Standing
}

/** Whether a visitor may have a challenge. */
export interface Standing {
  /** Seconds to wait before the next challenge; 0 means go ahead. */
  wait: number
  level: Level
}

/** Counts what visitors do. */
export interface Counters {
  issue(visitor: Visitor, weight: number): Promise<Standing>
  /** The same for who counts by themselves: what is to be added, and what the counts then mean. */
  plan(visitor: Visitor, weight: number): Plan
  failed(visitor: Visitor): Promise<void>
  passed(visitor: Visitor): Promise<void>
  /** Seconds to wait before another link may be mailed; 0 means go ahead. */
  mail(visitor: Visitor): Promise<number>
}

interface Rule {
  key: string
  kind: 'issue' | 'failed' | 'passed' | 'about'
  limit: Limit
}

function rulesFor(budgets: Budgets, visitor: Visitor): Rule[] {
  const { address, network } = prefixes(visitor.address)
  const browser: [string, RateLimit] = [`browser:${visitor.fp}`, budgets.browser]
  // Whoever sits at the machine itself is no customer behind an address: developers, tests, monitors.
  const isHere = isLoopbackAddress(visitor.address)
  const holders: [string, Pick<RateLimit, 'issue' | 'passed'> & Partial<RateLimit>][] = isHere
    ? [browser]
    : [browser, [`address:${address}`, budgets.address], [`network:${network}`, budgets.network]]
  const about: Rule = {
    key: `target:${visitor.target}:failed`,
    kind: 'about',
    limit: budgets.target.failed,
  }
  const rules = holders.flatMap(([holder, budget]): Rule[] => [
    ...budget.issue.map((limit): Rule => ({
      key: `${holder}:issue:${limit.windowMs}`,
      kind: 'issue',
      limit,
    })),
    { key: `${holder}:passed`, kind: 'passed', limit: budget.passed },
    ...(budget.failed
      ? [{ key: `${holder}:failed`, kind: 'failed', limit: budget.failed } as const]
      : []),
  ])
  return visitor.target === '' ? rules : [...rules, about]
}

function waitMs({ kind, limit }: Rule, state: Count, now: number): number {
  switch (kind) {
    case 'issue':
      return state.count > limit.most ? state.resetsAt - now : 0
    case 'passed':
      return state.count >= limit.most ? state.resetsAt - now : 0
    case 'about':
      return 0
    case 'failed': {
      if (state.count < limit.most) return 0
      // The wait doubles with each further wrong answer.
      const pauseMs = COOL_DOWN_MS * 2 ** (state.count - limit.most)
      return state.changedAt + Math.min(pauseMs, LONGEST_COOL_DOWN_MS) - now
    }
  }
}

function levelOf({ kind, limit }: Rule, state: Count): Level {
  if (kind !== 'failed' && kind !== 'about') return 0
  if (state.count >= limit.most * HARDEST_FROM) return 2
  return state.count >= limit.most * HARDER_FROM ? 1 : 0
}

function planFor(budgets: Budgets, visitor: Visitor, weight: number): Plan {
  const rules = rulesFor(budgets, visitor)
  return {
    increments: rules.map(({ key, kind, limit }) => ({
      key,
      add: kind === 'issue' ? weight : 0,
      windowMs: limit.windowMs,
    })),
    standing: (counts, now) => {
      let longestMs = 0
      let level: Level = 0
      for (const rule of rules) {
        const state = counts.get(rule.key)
        if (!state) continue
        longestMs = Math.max(longestMs, waitMs(rule, state, now))
        const asked = levelOf(rule, state)
        if (asked > level) level = asked
      }
      return { wait: Math.ceil(longestMs / 1000), level }
    },
  }
}

/** Counts visitors in a store by the given budgets. */
export function createCounters(store: CaptchaRepository, budgets: Budgets, clock: Clock): Counters {
  async function add(visitor: Visitor, kinds: readonly Rule['kind'][]): Promise<void> {
    const increments = rulesFor(budgets, visitor)
      .filter((rule) => kinds.includes(rule.kind))
      .map(({ key, limit }) => ({ key, add: 1, windowMs: limit.windowMs }))
    await store.count(increments, clock())
  }
  return {
    async issue(visitor, weight) {
      const now = clock()
      const { increments, standing } = planFor(budgets, visitor, weight)
      return standing(await store.count(increments, now), now)
    },
    plan: (visitor, weight) => planFor(budgets, visitor, weight),
    failed: (visitor) => add(visitor, ['failed', 'about']),
    passed: (visitor) => add(visitor, ['passed']),
    async mail({ fp, address, target }) {
      const now = clock()
      const limits = [
        { key: `browser:${fp}:mailed`, limit: budgets.mailed.browser },
        { key: `address:${prefixes(address).address}:mailed`, limit: budgets.mailed.address },
        { key: `target:${target}:mailed`, limit: budgets.target.mailed },
      ]
      const states = await store.count(
        limits.map(({ key, limit }) => ({ key, add: 1, windowMs: limit.windowMs })),
        now,
      )
      const waits = limits.map(({ key, limit }) => {
        const state = states.get(key)
        return state && state.count > limit.most ? state.resetsAt - now : 0
      })
      return Math.ceil(Math.max(...waits) / 1000)
    },
  }
}

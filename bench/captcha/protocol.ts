import { randomBytes } from 'node:crypto'
import type { Challenge, Verdict } from '../../protocol/captcha/challenge.ts'
import type { Reply, Target } from './target.ts'
import { freshBrowser } from './target.ts'

/** Outcome of an attack on the protocol: how often something got through that must not. */
export interface Breach {
  attack: string
  tries: number
  through: number
  allowed: number
  note?: string
}

const LEAST_MS = 1600
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

function slideAnswer(target: Target, id: string): { x: number } {
  return (JSON.parse(target.answerOf(id)) as { puzzle: { x: number } }).puzzle
}

async function open(target: Target, fp = freshBrowser(), about = fp) {
  const decision = await target.decide('slide', { fp, target: about })
  let reply: Reply<Challenge>
  do {
    reply = await target.get(decision)
    if (reply.data.subtype !== 'slide') await wait(300)
  } while (reply.data.subtype !== 'slide' && reply.status === 200)
  return { decision, fp, id: reply.data.id, reply }
}

async function passed(target: Target) {
  const opened = await open(target)
  await wait(LEAST_MS)
  const answer = slideAnswer(target, opened.id)
  const { data } = await target.verify(opened.id, opened.fp, answer)
  if (data.result !== 'pass') throw new Error(`the scorer's own answer was refused: ${data.result}`)
  return { ...opened, answer }
}

async function replays(target: Target): Promise<Breach> {
  const { id, fp, answer } = await passed(target)
  let through = 0
  for (let i = 0; i < 50; i++) {
    if ((await target.verify(id, fp, answer)).data.result === 'pass') through += 1
  }
  const together = await Promise.all(
    Array.from({ length: 50 }, () => target.verify(id, fp, answer)),
  )
  through += together.filter(({ data }) => data.result === 'pass').length
  return { attack: '9 replay of a passed challenge', tries: 100, through, allowed: 0 }
}

async function reuse(target: Target): Promise<Breach> {
  const { fp } = await passed(target)
  const together = await Promise.all(Array.from({ length: 50 }, () => target.consume(fp)))
  let through = together.filter(Boolean).length - 1
  for (let i = 0; i < 50; i++) if (await target.consume(fp)) through += 1
  return { attack: '9 one pass for many calls', tries: 100, through, allowed: 0 }
}

async function parallelGuesses(target: Target): Promise<Breach> {
  const { id, fp } = await open(target)
  await wait(LEAST_MS)
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, i) => target.verify(id, fp, { x: 62 + i * 3.3 })),
  )
  const looked = replies.filter(({ data }) => data.result !== 'expired').length
  return { attack: '10 parallel guesses at one challenge', tries: 60, through: looked, allowed: 1 }
}

function isIssued({ data }: Reply<unknown>): boolean {
  return typeof data === 'object' && data !== null && 'subtype' in data
}

function tamper(text: string): string {
  const at = Math.floor(Math.random() * text.length)
  const other = text[at] === 'A' ? 'B' : 'A'
  return text.slice(0, at) + other + text.slice(at + 1)
}

async function forgeries(target: Target): Promise<Breach> {
  let through = 0
  const tries = 200
  const { decision, id, fp } = await open(target)
  const answer = slideAnswer(target, id)
  await wait(LEAST_MS)
  for (let i = 0; i < 60; i++) {
    if ((await target.verify(tamper(id), fp, answer)).data.result === 'pass') through += 1
  }
  for (let i = 0; i < 50; i++) {
    const forged = { detail: tamper(decision.detail), fp }
    if (isIssued(await target.get(forged))) through += 1
  }
  for (let i = 0; i < 30; i++) {
    if ((await target.verify(id, freshBrowser(), answer)).data.result === 'pass') through += 1
    if (isIssued(await target.get({ detail: decision.detail, fp: freshBrowser() }))) through += 1
  }
  for (let i = 0; i < 15; i++) {
    const call = { detail: decision.detail, fp, region: 'sg', mode: 'visual' }
    if (isIssued(await target.post('get', call, 1002))) through += 1
  }
  for (let i = 0; i < 14; i++) {
    const id2 = randomBytes(24).toString('base64url')
    if ((await target.verify(id2, fp, answer)).data.result === 'pass') through += 1
  }
  // A pass for one address must not serve another, nor another browser.
  const pass = await passed(target)
  if (await target.consume(pass.fp, 'somebody@else.example')) through += 1
  return { attack: '11 forged and borrowed ids, details, browsers', tries, through, allowed: 0 }
}

async function workForgeries(target: Target): Promise<Breach> {
  let through = 0
  const tries = 40
  for (let i = 0; i < tries / 2; i++) {
    const first = await target.get(await target.decide('slide', { fp: freshBrowser() }), 'pow')
    const other = await target.decide('slide', { fp: freshBrowser() })
    const second = await target.get(other, 'pow')
    if (first.data.subtype !== 'pow' || second.data.subtype !== 'pow') continue
    // Skipped, and done in advance for another salt.
    const early = target.proofOf(first.data.id)
    const proof = i % 2 === 0 ? 'A'.repeat(22) : early
    const call = { id: second.data.id, fp: other.fp, proof }
    if ((await target.post<Verdict>('verify', call)).data.result === 'pass') through += 1
  }
  return {
    attack: '14 work skipped, or done for another challenge',
    tries: tries / 2,
    through,
    allowed: 0,
  }
}

async function tooFast(target: Target): Promise<Breach> {
  let through = 0
  const tries = 20
  for (let i = 0; i < tries; i++) {
    const { id, fp } = await open(target)
    if ((await target.verify(id, fp, slideAnswer(target, id))).data.result === 'pass') through += 1
  }
  return { attack: '14 right answers within milliseconds', tries, through, allowed: 0 }
}

async function budget(target: Target): Promise<Breach> {
  const fp = freshBrowser()
  let through = 0
  let tries = 0
  const end = performance.now() + 45_000
  for (; tries < 80 && performance.now() < end; tries++) {
    const decision = await target.decide('slide', { fp, target: `${fp}${tries}` })
    const reply = await target.get(decision)
    if (reply.status === 429) break
    if (reply.data.subtype !== 'slide') continue
    await wait(800)
    const { data } = await target.verify(reply.data.id, fp, slideAnswer(target, reply.data.id))
    if (data.result === 'pass') through += 1
  }
  return {
    attack: '15 one browser that solves all',
    tries,
    through,
    allowed: 20,
    note: 'until 429',
  }
}

/** Time of a near miss against that of a wild guess, and what else a reply could tell. */
async function leaks(target: Target): Promise<Breach> {
  let through = 0
  const near: number[] = []
  const far: number[] = []
  for (let i = 0; i < 80; i++) {
    const { id, fp, reply } = await open(target)
    const { x } = slideAnswer(target, id)
    const { parts, geom, ...rest } = reply.data as Record<string, unknown>
    const fields = Object.keys(geom as object)
      .toSorted()
      .join()
    const bare = JSON.stringify(rest).replaceAll(id, '')
    const bytes = Object.values(parts as Record<string, string>).map((part) =>
      Buffer.from(part, 'base64'),
    )
    // A picture holds pixels and nothing else: chunks by name.
    const isPlain = bytes.every(
      (file) => !/EXIF|XMP |ICCP/.test(file.toString('latin1').slice(0, 64)),
    )
    if (bare.includes(`:${x},`) || bare.includes(`:${x}}`)) through += 1
    if (fields !== 'h,size,w,y' || !isPlain) through += 1
    for (const name of reply.headers.keys()) if (/answer|place|x-pos/.test(name)) through += 1
    const list = i % 2 === 0 ? near : far
    list.push((await target.verify(id, fp, { x: i % 2 === 0 ? x + 5 : 5 })).ms)
  }
  // The quicker quarter: what else the machine does only ever adds to a time.
  const [a = 0, b = 0] = [near, far].map(
    (list) => list.toSorted((m, n) => m - n)[Math.floor(list.length / 4)] ?? 0,
  )
  const note = `near misses take ${a.toFixed(1)} ms, wild guesses ${b.toFixed(1)} ms`
  return {
    attack: '12 answers in replies, metadata and times',
    tries: 80,
    through,
    allowed: 0,
    note,
  }
}

/** All attacks on the protocol, one after another. */
export async function attackProtocol(target: Target): Promise<Breach[]> {
  const breaches: Breach[] = []
  for (const attack of [
    replays,
    reuse,
    parallelGuesses,
    forgeries,
    workForgeries,
    tooFast,
    leaks,
    budget,
  ]) {
    breaches.push(await attack(target))
  }
  return breaches
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Challenge, Verdict } from '../../protocol/captcha/challenge.ts'
import { readDecision, type Decision } from '../../protocol/captcha/decision.ts'
import type { KindName } from '../../protocol/captcha/kind-codes.ts'
import { readConfig } from '../../server/config/config.ts'
import { startServer } from '../../server/start.ts'

/** A reply as an attacker sees it. */
export interface Reply<Data> {
  status: number
  /** Milliseconds from the call to the end of its reply. */
  ms: number
  headers: Headers
  text: string
  data: Data
}

/** A server that is attacked over HTTP; only `decide` and `answerOf` look behind it. */
export interface Target {
  origin: string
  /** Returns the decision for a protected call of a fresh browser. */
  decide(kind?: KindName, call?: { fp?: string; target?: string }): Promise<Decision>
  /** Whether a protected call goes through; uses the pass up. */
  consume(fp: string, target?: string): Promise<boolean>
  post<Data>(call: string, body: object, aid?: number): Promise<Reply<Data>>
  get(decision: { detail: string; fp: string }, mode?: 'visual' | 'pow'): Promise<Reply<Challenge>>
  verify(id: string, fp: string, answer: object): Promise<Reply<Verdict>>
  /** The proof of its work, which an attacker would compute. */
  proofOf(id: string): string
  /** The right answer as the database keeps it: for the scorer alone. */
  answerOf(id: string): string
  close(): Promise<void>
}

let browsers = 0

/** A web id that was never seen. */
export function freshBrowser(): string {
  return `verify_bench${process.pid}x${++browsers}`
}

/** Starts the real server, with its worker and its database, on a free port. */
export async function startTarget(): Promise<Target> {
  const folder = mkdtempSync(path.join(tmpdir(), 'captcha-bench-'))
  const config = readConfig({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const server = await startServer(config)
  const database = new DatabaseSync(server.databaseFile, { readOnly: true })
  const find = database.prepare('SELECT answer FROM captcha_challenges WHERE id = ?')
  const { captcha } = server.app.services
  const protectedCall = (webId: string, subject: string) => ({
    aid: 1001,
    webId,
    operation: 'send_code',
    requestDigest: captcha.digest(subject),
  })

  async function post<Data>(call: string, body: object, aid = 1001): Promise<Reply<Data>> {
    const before = performance.now()
    const reply = await fetch(`${server.origin}/captcha/${call}?aid=${aid}&language=en`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await reply.text()
    const { data } = JSON.parse(text) as { data: Data }
    return {
      status: reply.status,
      ms: performance.now() - before,
      headers: reply.headers,
      text,
      data,
    }
  }

  const answerOf = (id: string): string => String(find.get(id)?.answer ?? '{}')
  const proofOf = (id: string): string =>
    (JSON.parse(answerOf(id)) as { proof?: string }).proof ?? 'A'.repeat(22)

  return {
    origin: server.origin,
    decide: async (kind = 'slide', { fp = freshBrowser(), target = fp } = {}) => {
      const call = { ...protectedCall(fp, target), logId: '', region: 'sg', kind } as const
      const decision = readDecision(await captcha.decide(call))
      if (!decision) throw new Error('The decision cannot be read.')
      return decision
    },
    consume: async (fp, target = fp) =>
      (await captcha.consume(protectedCall(fp, target))) !== undefined,
    post,
    get: ({ detail, fp }, mode = 'visual') => post('get', { detail, fp, region: 'sg', mode }),
    verify: (id, fp, answer) => post('verify', { id, fp, proof: proofOf(id), answer }),
    answerOf,
    proofOf,
    close: async () => {
      database.close()
      await server.close()
      rmSync(folder, { recursive: true })
    },
  }
}

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SHIPPED_POLICY, type PolicyFile } from '../../server/policy/policy.ts'

/** The policy that a server has by default. */
export const shippedPolicy = JSON.parse(readFileSync(SHIPPED_POLICY, 'utf8')) as PolicyFile

const folder = mkdtempSync(path.join(tmpdir(), 'policy-'))
let files = 0

/** Writes a policy that differs from the shipped one, and returns its path. */
export function writePolicy(change: object): string {
  const name = path.join(folder, `${++files}.json`)
  writeFileSync(name, JSON.stringify({ ...shippedPolicy, ...change }))
  return name
}

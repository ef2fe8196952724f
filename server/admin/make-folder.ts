import { mkdirSync } from 'node:fs'
import { AdminError } from './command.ts'

/** Makes a folder that the operator alone can read. @throws AdminError */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new AdminError(`"${folder}" cannot be made: ${reason}.`, { cause })
  }
}

import type { Command } from './command.ts'
import { config } from './config.ts'

/** Every command, as usage lists them. */
export const commands: readonly Command[] = [config]

import { parseArgs } from 'node:util'
import { commands } from './all.ts'
import { AdminError, UsageError, type Command, type Tools } from './command.ts'
import { toTable } from './print.ts'
import { ConfigError } from '../config/config.ts'
import { didYouMean } from '../lib/did-you-mean.ts'

/** Where a command is typed. */
const PROGRAM = 'npm run server --'

/** What a command ends with: done, not possible, typed wrongly. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const

/** Runs what was typed after `npm run server --` and answers the exit code. */
export async function runCommand(
  typed: readonly string[],
  tools: Tools,
  complain: (line: string) => void,
): Promise<number> {
  if (typed[0] === 'help' || typed.includes('--help')) {
    tools.print(usage())
    return EXIT.done
  }
  const command = find(typed)
  if (command === undefined) {
    complain(unknownCommand(typed))
    return EXIT.usage
  }
  try {
    await command.run(read(command, typed), tools)
    return EXIT.done
  } catch (error) {
    if (error instanceof UsageError) {
      complain(`${error.message}\n\nUsage: ${PROGRAM} ${command.name} ${command.usage}`.trimEnd())
      return EXIT.usage
    }
    if (!(error instanceof AdminError) && !(error instanceof ConfigError)) throw error
    complain(error.message)
    return EXIT.failed
  }
}

function find(typed: readonly string[]): Command | undefined {
  const [first = '', second = ''] = typed
  return commands.find(({ name }) => name === `${first} ${second}` || name === first)
}

function unknownCommand(typed: readonly string[]): string {
  const names = commands.map(({ name }) => name)
  const [first = ''] = typed
  const sub = names.filter((name) => name.startsWith(`${first} `))
  if (sub.length > 0)
    return `"${first}" needs one of: ${sub.map((name) => name.slice(first.length + 1)).join(', ')}.`
  const meant = didYouMean(typed.slice(0, 2).join(' '), names) ?? didYouMean(first, names)
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`
  return `There is no command "${first}".${hint} "${PROGRAM} help" lists all.`
}

function read(command: Command, typed: readonly string[]): Parameters<Command['run']>[0] {
  const options = Object.fromEntries(
    Object.entries(command.flags ?? {}).map(([name, type]) => [name, { type }]),
  )
  const args = typed.slice(command.name.split(' ').length)
  const { values, positionals } = parse(args, options)
  const [least, most] = command.words ?? [0, 0]
  if (positionals.length < least) throw new UsageError('Something is missing.')
  if (positionals.length > most) throw new UsageError(`"${positionals[most]}" is too much.`)
  return { words: positionals, flags: values }
}

function parse(
  args: string[],
  options: Record<string, { type: 'string' | 'boolean' }>,
): { values: Record<string, string | boolean | undefined>; positionals: string[] } {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true }) as ReturnType<
      typeof parse
    >
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!String(code).startsWith('ERR_PARSE_ARGS')) throw error
    throw new UsageError(code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? unknownOption() : message)
  }

  function unknownOption(): string {
    const names = Object.keys(options)
    const typed = args.flatMap((arg) => /^--?[^=]+/.exec(arg) ?? [])
    const wrong = typed.find((option) => !names.includes(option.slice(2))) ?? ''
    const meant = didYouMean(wrong.slice(2), names)
    return `There is no option ${wrong} here.${meant === undefined ? '' : ` Did you mean --${meant}?`}`
  }
}

function usage(): string {
  return [
    `Usage: ${PROGRAM} [command]`,
    '',
    'Without a command the server starts. The others work beside servers that run.',
    '',
    toTable(
      ['command', ''],
      commands.map(({ name, usage: rest, about }) => [`${name} ${rest}`, about]),
    ),
    '',
    `Exit code ${EXIT.done}: done; ${EXIT.failed}: not possible; ${EXIT.usage}: typed wrongly.`,
  ].join('\n')
}

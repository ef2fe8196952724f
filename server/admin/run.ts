import { parseArgs } from 'node:util'
import { ConfigError } from '../config/config.ts'
import { ImportError } from '../import/import-error.ts'
import { readVersion } from '../lib/version.ts'
import { didYouMean } from '../lib/did-you-mean.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { PassportError } from '../lib/passport-error.ts'
import { CopyError } from '../store/copy/copy-database.ts'
import { isUnusable } from '../store/database-errors.ts'
import { reasonOf } from '../store/open-database.ts'
import { AdminError, UsageError, type Command, type CommandInput, type Tools } from './command.ts'
import { commands } from './commands.ts'
import { toPrintable } from './format.ts'

const PROGRAM = 'npm run server --'

type Options = Record<string, { type: 'string' | 'boolean'; multiple?: true }>

/** Exit codes of a command. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const

/** Errors whose messages tell the operator what to do. */
const expected = [AdminError, ConfigError, CopyError, ImportError, OperatorError, PassportError]

/** Runs a command with its arguments; returns the exit code. */
export async function runCommand(
  args: readonly string[],
  { print, ...others }: Tools,
  complain: (line: string) => void,
): Promise<number> {
  const tools: Tools = { ...others, print: (line) => print(toPrintable(line)) }
  const printError = (line: string): void => complain(toPrintable(line))
  if (args[0] === 'help' || args.includes('--help')) {
    tools.print(usage(args))
    return EXIT.done
  }
  if (args[0] === '--version') {
    tools.print(readVersion())
    return EXIT.done
  }
  const command = findCommand(args)
  if (command === undefined) {
    printError(unknownCommand(args))
    return EXIT.usage
  }
  try {
    await command.run(readInput(command, args), tools)
    return EXIT.done
  } catch (error) {
    if (error instanceof UsageError || isInvalid(error)) {
      printError(
        `${error.message}\n\nUsage: ${PROGRAM} ${command.name} ${command.usage ?? ''}`.trimEnd(),
      )
      return EXIT.usage
    }
    if (isUnusable(error)) {
      printError(`The database cannot be used: ${reasonOf(error)}.`)
      return EXIT.failed
    }
    if (!expected.some((kind) => error instanceof kind)) throw error
    printError((error as Error).message)
    return EXIT.failed
  } finally {
    await tools.close()
  }
}

function isInvalid(error: unknown): error is OperatorError {
  return error instanceof OperatorError && error.reason === 'invalid'
}

function findCommand(args: readonly string[]): Command | undefined {
  const named = (name: string): boolean => args.join(' ').startsWith(`${name} `)
  return commands.find(({ name }) => name === args.join(' ') || named(name))
}

function unknownCommand(args: readonly string[]): string {
  const names = commands.map(({ name }) => name)
  const [first = ''] = args
  const sub = names.filter((name) => name.startsWith(`${first} `))
  if (sub.length > 0)
    return `"${first}" needs one of: ${sub.map((name) => name.slice(first.length + 1)).join(', ')}.`
  const suggestion = didYouMean(args.slice(0, 2).join(' '), names) ?? didYouMean(first, names)
  const hint = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`
  return `There is no command "${first}".${hint} "${PROGRAM} help" lists all.`
}

function readInput(command: Command, args: readonly string[]): Parameters<Command['run']>[0] {
  const { options, required, words, max } = readUsage(command.usage)
  const rest = args.slice(command.name.split(' ').length)
  const { values, positionals } = parseArguments(rest, options)
  const missing =
    words[positionals.length] ?? required.find((option) => values[option.slice(2)] === undefined)
  if (missing !== undefined) throw new UsageError(`${missing} is missing.`)
  if (positionals.length > max) throw new UsageError(`"${positionals[max]}" is too much.`)
  const { flags, lists } = byKind(values)
  return { words: positionals, flags, lists }
}

const MAX_WORDS = 100

type Values = Record<string, string | boolean | (string | boolean)[] | undefined>

function byKind(values: Values): Pick<CommandInput, 'flags' | 'lists'> {
  const flags: Record<string, string | boolean | undefined> = {}
  const lists: Record<string, string[]> = {}
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value)) lists[name] = value.map(String)
    else flags[name] = value
  }
  return { flags, lists }
}

// `<a> | --b text` is one of both, and `...` any number.
function readUsage(text = '') {
  const named = text.matchAll(/--([\w-]+)(?: ([^\s|[\]]+))?/g)
  const options = [...named].map(([, name = '', value]): [string, Options[string]] => [
    name,
    value === undefined
      ? { type: 'boolean' }
      : { type: 'string', ...(value.endsWith('...') && { multiple: true }) },
  ])
  const words = text.match(/<[^>]+>/g) ?? []
  const isChoice = text.includes('> | --')
  return {
    options: Object.fromEntries(options),
    required: isChoice ? [] : (text.replaceAll(/\[.*?\]/g, '').match(/--[\w-]+/g) ?? []),
    words: isChoice ? [] : words,
    max: text.includes('...') ? MAX_WORDS : words.length,
  }
}

/** Ties an option to its value where that begins with a dash, as the id of a passkey may. */
function joinValues(args: readonly string[], options: Options): string[] {
  const typeOf = (arg = ''): string | undefined =>
    arg.startsWith('--') ? options[arg.slice(2)]?.type : undefined
  const isValue = (arg: string, at: number): boolean =>
    arg.startsWith('-') && typeOf(arg) === undefined && typeOf(args[at - 1]) === 'string'
  return args.flatMap((arg, at) => {
    if (isValue(arg, at)) return []
    const next = args[at + 1]
    return next !== undefined && isValue(next, at + 1) ? [`${arg}=${next}`] : [arg]
  })
}

function parseArguments(
  args: string[],
  options: Options,
): { values: Values; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args: joinValues(args, options),
      options,
      allowPositionals: true,
      strict: true,
    })
    return { values, positionals }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!String(code).startsWith('ERR_PARSE_ARGS')) throw error
    throw new UsageError(code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? unknownOption() : message)
  }

  function unknownOption(): string {
    const names = Object.keys(options)
    const flags = args.flatMap((arg) => /^--?[^=]+/.exec(arg) ?? [])
    const wrong = flags.find((option) => !names.includes(option.slice(2))) ?? ''
    const suggestion = didYouMean(wrong.slice(2), names)
    return `There is no option ${wrong} here.${suggestion === undefined ? '' : ` Did you mean --${suggestion}?`}`
  }
}

function usage(args: readonly string[]): string {
  const words = args.filter((word) => word !== 'help' && !word.startsWith('-'))
  const asked = words.join(' ')
  const about = commands.filter(
    ({ name }) => name.startsWith(asked) || `${asked} `.startsWith(`${name} `),
  )
  const shown = about.length === 0 ? commands : about
  return [
    `Usage: ${PROGRAM} [command]`,
    '',
    'Without a command the server starts; --version prints its version. Commands work beside servers that run.',
    '',
    ...shown.flatMap(({ name, usage: rest = '', description }) => [
      `${name} ${rest}`.trimEnd(),
      `    ${description}`,
    ]),
    '',
    `Exit code ${EXIT.done}: done; ${EXIT.failed}: not possible; ${EXIT.usage}: typed wrongly.`,
  ].join('\n')
}

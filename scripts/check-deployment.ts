// Checks each file of deploy/ by its maker's own tool or schema, and that the check finds a misspelt word; and
// that no file names a setting of ours that does not exist.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { Ajv } from 'ajv'
import { parse, parseAllDocuments } from 'yaml'
import { danglingInCluster, danglingInCompose } from './deployment/dangling-names.ts'
import { localNginx } from './deployment/local-nginx.ts'
import { unknownSettings } from './deployment/unknown-settings.ts'
import { root } from './lib/prepare.mjs'

interface DeployedFile {
  readonly name: string
  /** Program that has to be installed; a schema needs none. */
  readonly tool?: string
  /** What is wrong with a text; nothing else than '' is right. */
  readonly problems: (text: string) => string
  /** Words of the file, and how they must not be written. */
  readonly misspellings: Readonly<Record<string, string>>
}

const folder = mkdtempSync(path.join(tmpdir(), 'passport-deployment-'))

const files: readonly DeployedFile[] = [
  {
    name: 'passport.service',
    tool: 'systemd-analyze',
    problems: problemsOfUnit,
    misspellings: { KillMode: 'KillModus' },
  },
  {
    name: 'nginx.conf',
    tool: 'nginx',
    problems: (text) => run('nginx', ['-t', '-c', localNginx(folder, text)]),
    misspellings: { proxy_read_timeout: 'proxy_reed_timeout' },
  },
  {
    name: 'Caddyfile',
    tool: 'caddy',
    problems: (text) =>
      run('caddy', ['validate', '--adapter', 'caddyfile', '--config', place('Caddyfile', text)]),
    misspellings: { health_uri: 'health_url' },
  },
  {
    name: 'compose.yaml',
    problems: (text) => {
      const file = parse(text, { merge: true }) as Readonly<Record<string, unknown>>
      return breaches('compose', file) || danglingInCompose(file).join(', ')
    },
    misspellings: {
      stop_grace_period: 'stop_grace_time',
      // Names that Docker refuses.
      'name: passport': 'name: Passport',
      'image: passport': 'image: Passport',
      'image: postgres:17': 'image: postgres/:17',
      'passport-1:\n': 'passport 1:\n',
      'source: tls.key': 'source: tls.kye',
      'networks: [inside]': 'networks: [insid]',
    },
  },
  {
    name: 'kubernetes.yaml',
    problems: (text) => {
      const objects = parseAllDocuments(text).map((document) => document.toJS() as unknown)
      const broken = objects.map((one) => breaches('kubernetes', one)).join('')
      return broken || danglingInCluster(objects).join(', ')
    },
    misspellings: {
      readOnlyRootFilesystem: 'readOnlyRootFileSystem',
      'port: http }': 'port: htpp }',
      'name: data, mountPath': 'name: date, mountPath',
      'selector: { app: passport }': 'selector: { app: pasport }',
    },
  },
]

for (const { name, tool, problems, misspellings } of files) {
  if (tool !== undefined && spawnSync(tool, ['--version']).error !== undefined) {
    console.log(`not checked: ${tool} is missing`)
    continue
  }
  const text = readFileSync(path.join(root, 'deploy', name), 'utf8')
  const found = problems(text)
  if (found !== '') fail(`deploy/${name}: ${found}`)
  for (const [right, wrong] of Object.entries(misspellings)) {
    if (text.includes(right) && problems(text.replaceAll(right, wrong)) !== '') continue
    fail(`the check of deploy/${name} does not find that ${right} is written ${wrong}`)
  }
}
for (const name of readdirSync(path.join(root, 'deploy'))) {
  const unknown = unknownSettings(readFileSync(path.join(root, 'deploy', name), 'utf8'))
  if (unknown.length > 0) fail(`deploy/${name} names what is no setting: ${unknown.join(', ')}`)
}
rmSync(folder, { recursive: true })

// `verify` ends with 0 in spite of a misspelt key, but is not silent.
function problemsOfUnit(text: string): string {
  const unit = place('passport.service', text.replace('/usr/bin/node', process.execPath))
  const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  const said = verified.stdout + verified.stderr
  if (said !== '' || verified.status !== 0) return said || 'systemd-analyze verify failed'
  return run('systemd-analyze', ['security', '--offline=true', '--threshold=30', unit])
}

/** Runs a tool; what it said if it failed. */
function run(tool: string, args: readonly string[]): string {
  const env = { ...process.env, HOME: folder }
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8', env })
  return status === 0 ? '' : `${tool} ${args.join(' ')}\n${stdout}${stderr}`
}

function breaches(schema: string, value: unknown): string {
  const file = path.join(root, 'scripts/deployment', `${schema}.schema.json`)
  const ajv = new Ajv({ strict: false, discriminator: true, validateFormats: false })
  const isValid = ajv.validate(JSON.parse(readFileSync(file, 'utf8')) as object, value)
  return isValid ? '' : ajv.errorsText(undefined, { separator: '\n' })
}

function place(name: string, text: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

function fail(problem: string): void {
  console.error(problem)
  process.exitCode = 1
}

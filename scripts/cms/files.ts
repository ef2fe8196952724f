import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { array, assert, type Infer, object, optional, string, type as shape } from 'superstruct'
import { parseDocument } from 'yaml'
import { languages, mainLanguage } from '../../src/lib/languages.ts'
import { FRONT_MATTER, tidyText } from './tidy-text.ts'

/** The only files that the editor reads and writes: texts, and pictures beside them. */
const TEXT = new RegExp(
  String.raw`^src/content/(?:blog|changelog|legal)/(?:${languages.join('|')})/[\w.-]+\.md$`,
)
const PICTURE = /^src\/content\/blog\/pictures\/[\w. -]+\.(?:png|jpe?g|webp)$/i
const FOLDER = /^src\/content\/(?:blog|changelog|legal)$/

const Asset = shape({ path: string(), content: string() })
const DataFile = shape({ path: string(), raw: string(), newPath: optional(string()) })
const Saved = shape({
  dataFiles: optional(array(DataFile)),
  entry: optional(DataFile),
  assets: array(Asset),
})
const Request = shape({ action: string(), params: optional(object()) })

/** Error for a file or a request that is not the editor's. */
export class Refused extends Error {}

/** Returns the reply to a request of the editor, in the protocol of its proxy backend. */
export function answer(root: string, request: unknown): unknown {
  assert(request, Request)
  const params: unknown = request.params ?? {}
  switch (request.action) {
    case 'info':
      return { repo: path.basename(root), publish_modes: ['simple'], type: 'local_fs' }
    case 'entriesByFolder': {
      assert(params, shape({ folder: string() }))
      return textsIn(root, params.folder).map((file) => readText(root, file))
    }
    case 'entriesByFiles': {
      assert(params, shape({ files: array(shape({ path: string() })) }))
      return params.files.map((file) => readText(root, file.path))
    }
    case 'getEntry': {
      assert(params, shape({ path: string() }))
      return readText(root, params.path)
    }
    case 'persistEntry': {
      assert(params, Saved)
      return save(root, params)
    }
    case 'getMedia':
      return picturesIn(root).map((file) => readPicture(root, file))
    case 'getMediaFile': {
      assert(params, shape({ path: string() }))
      return readPicture(root, params.path)
    }
    case 'persistMedia': {
      assert(params, shape({ asset: Asset }))
      writePicture(root, params.asset)
      return readPicture(root, params.asset.path)
    }
    case 'deleteFile': {
      assert(params, shape({ path: string() }))
      return remove(root, [params.path])
    }
    case 'deleteFiles': {
      assert(params, shape({ paths: array(string()) }))
      return remove(root, params.paths)
    }
    case 'getDeployPreview':
      return null
    default:
      throw new Refused(`there is no action "${request.action}"`)
  }
}

function save(root: string, { dataFiles, entry, assets }: Infer<typeof Saved>): object {
  const files = dataFiles ?? (entry === undefined ? [] : [entry])
  for (const { path: file, newPath = file, raw } of files) {
    // The editor sends a file for every language, also for those in which nobody wrote anything.
    if (!file.includes(`/${mainLanguage}/`) && !hasTitle(raw)) continue
    const target = resolveFile(root, newPath, TEXT)
    const previous = resolveFile(root, file, TEXT)
    write(target, tidyText(raw, existsSync(previous) ? readFileSync(previous, 'utf8') : ''))
    if (previous !== target) rmSync(previous, { force: true })
  }
  for (const asset of assets) writePicture(root, asset)
  return { message: 'saved' }
}

function hasTitle(raw: string): boolean {
  const frontMatter = FRONT_MATTER.exec(raw.replaceAll('\r\n', '\n'))?.[1]
  const title: unknown =
    frontMatter === undefined ? undefined : parseDocument(frontMatter).get('title')
  return typeof title === 'string' && title.trim() !== ''
}

function textsIn(root: string, folder: string): string[] {
  if (!FOLDER.test(folder)) throw new Refused(`"${folder}" is no folder of texts`)
  return languages.flatMap((lang) => {
    const own = `${folder}/${lang}`
    const names = existsSync(path.join(root, own)) ? readdirSync(path.join(root, own)) : []
    return names.map((name) => `${own}/${name}`).filter((file) => TEXT.test(file))
  })
}

function picturesIn(root: string): string[] {
  const folder = 'src/content/blog/pictures'
  const names = existsSync(path.join(root, folder)) ? readdirSync(path.join(root, folder)) : []
  return names.map((name) => `${folder}/${name}`).filter((file) => PICTURE.test(file))
}

function readText(root: string, file: string): object {
  // Before it names a new text, the editor asks without a language whether the name is taken.
  const [, folder, name] = /^(src\/content\/\w+)\/([\w.-]+\.md)$/.exec(file) ?? []
  const named = folder === undefined ? [file] : languages.map((lang) => `${folder}/${lang}/${name}`)
  const found = named.map((one) => resolveFile(root, one, TEXT)).find((one) => existsSync(one))
  if (found === undefined) return { data: null, file: { path: file, id: null } }
  const data = readFileSync(found, 'utf8')
  return { data, file: { path: file, id: digest(data) } }
}

function readPicture(root: string, file: string): object {
  const content = readFileSync(resolveFile(root, file, PICTURE))
  return {
    id: digest(content),
    content: content.toString('base64'),
    encoding: 'base64',
    path: file,
    name: path.basename(file),
  }
}

function writePicture(root: string, asset: Infer<typeof Asset>): void {
  write(resolveFile(root, asset.path, PICTURE), Buffer.from(asset.content, 'base64'))
}

function write(target: string, content: string | Uint8Array): void {
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, content)
}

function remove(root: string, files: readonly string[]): object {
  const found = files.map((file) => resolveFile(root, file, PICTURE.test(file) ? PICTURE : TEXT))
  for (const file of found) rmSync(file, { force: true })
  return { message: 'removed' }
}

function resolveFile(root: string, file: string, kind: RegExp): string {
  if (!kind.test(file)) throw new Refused(`"${file}" is no file of the editor's`)
  const target = path.join(root, file)
  // A link that came with somebody's texts must not lead to other files of this machine.
  if (
    isLink(target) ||
    !isBelow(realpathSync(path.join(root, 'src/content')), realFolder(path.dirname(target)))
  ) {
    throw new Refused(`"${file}" leads out of the texts`)
  }
  return target
}

function isLink(target: string): boolean {
  return lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

/** Returns the real path of a folder, or where it would be created. */
function realFolder(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : realFolder(path.dirname(folder))
}

function isBelow(folder: string, other: string): boolean {
  const relative = path.relative(folder, other)
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}

function digest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

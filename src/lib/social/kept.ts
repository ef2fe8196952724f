import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { drawCard } from './card.ts'
import { type SocialPicture, socialFileName } from './picture.ts'

/** Folder in which pictures are cached between builds. */
export const socialCache = join(process.cwd(), '.cache/social')

/** Folder of the built site with immutable files. */
export const SOCIAL_FOLDER = '_astro'

/** Returns the address of a social picture, and draws it unless it is cached. */
export async function socialPictureAt(picture: SocialPicture): Promise<string> {
  const name = socialFileName(picture)
  const file = join(socialCache, name)
  if (!existsSync(file)) {
    mkdirSync(socialCache, { recursive: true })
    // Another build may read the cache, so a file appears at once and whole.
    const part = `${file}.${process.pid}`
    writeFileSync(part, await drawCard(picture))
    renameSync(part, file)
  }
  return `/${SOCIAL_FOLDER}/${name}`
}

import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { drawCard } from './card.ts'
import { type SocialPicture, socialFileName } from './picture.ts'

/** Where pictures are kept between builds. */
export const socialCache = join(process.cwd(), '.cache/social')

/** Folder of the built site whose files never change under their names. */
export const SOCIAL_FOLDER = '_astro'

/** Draws a picture, unless it was drawn before, and returns its address. */
export async function socialPictureAt(picture: SocialPicture): Promise<string> {
  const name = socialFileName(picture)
  const file = join(socialCache, name)
  if (!existsSync(file)) {
    mkdirSync(socialCache, { recursive: true })
    // Another build may read the cache: a file is there as a whole or not at all.
    const part = `${file}.${process.pid}`
    writeFileSync(part, await drawCard(picture))
    renameSync(part, file)
  }
  return `/${SOCIAL_FOLDER}/${name}`
}

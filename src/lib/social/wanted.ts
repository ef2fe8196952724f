import { type SocialPicture, socialFileName } from './picture.ts'

declare global {
  /** Pages are bundled apart from the integration that draws for them, so they meet here. */
  var wantedSocialPictures: Map<string, SocialPicture> | undefined
  /** Those of the page that is being rendered, while somebody listens. */
  var askedSocialPictures: SocialPicture[] | undefined
}

/** Pictures that pages asked for while they were rendered, by the name of their file. */
export function wantedSocialPictures(): Map<string, SocialPicture> {
  globalThis.wantedSocialPictures ??= new Map()
  return globalThis.wantedSocialPictures
}

/** Folder of files whose names change with what is in them. */
export const SOCIAL_FOLDER = '_astro'

/** Asks for a picture, and answers where it will be. */
export function socialPictureAt(picture: SocialPicture): string {
  const name = socialFileName(picture)
  wantedSocialPictures().set(name, picture)
  globalThis.askedSocialPictures?.push(picture)
  return `/${SOCIAL_FOLDER}/${name}`
}

/** Renders one page, and answers which pictures it asked for. */
export async function listeningForPictures<Page>(
  render: () => Promise<Page>,
): Promise<{ page: Page; pictures: readonly SocialPicture[] }> {
  const pictures: SocialPicture[] = []
  globalThis.askedSocialPictures = pictures
  try {
    return { page: await render(), pictures }
  } finally {
    globalThis.askedSocialPictures = undefined
  }
}

import { checkPictureFile } from '../../content/check-picture.ts'
import { foundLinks, onePerDefinition } from '../links.ts'
import { messages } from '../messages.ts'
import type { Rule } from '../rule.ts'

/** Pictures are in the folder of pictures, whole, and of a size for pages. */
export const pictureFile: Rule = {
  name: 'picture-file',
  *check(text) {
    for (const { isPicture, url, place } of onePerDefinition(foundLinks(text))) {
      if (!isPicture) continue
      const message = url === '' ? messages.pictureFile.noAddress : checkPictureFile(text.path, url)
      if (message !== undefined) yield { ...place, field: 'picture', message }
    }
  },
}

import { checkPictureFile } from '../../content/check-picture.ts'
import { foundLinks, onePerDefinition } from '../links.ts'
import { messages } from '../messages.ts'
import type { Rule } from '../rule.ts'

/** Picture files exist, are complete and not too large. */
export const pictureFile: Rule = {
  name: 'picture-file',
  async *check(text) {
    for (const { isPicture, url, place } of onePerDefinition(foundLinks(text))) {
      if (!isPicture) continue
      const message =
        url === '' ? messages.pictureFile.noAddress : await checkPictureFile(text.path, url)
      if (message !== undefined) yield { ...place, field: 'picture', message }
    }
  },
}

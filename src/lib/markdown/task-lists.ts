import { defineHastPlugin, type HastPluginDefinition } from 'satteri'
import { allMessages } from '../../messages/all-messages.ts'
import type { Lang } from '../languages.ts'

/** Labels the checkboxes of task lists, which are images, for screen readers. */
export function taskLists(lang: Lang): HastPluginDefinition {
  const { done, open } = allMessages[lang].markdown.tasks
  return defineHastPlugin({
    name: 'task-lists',
    element: [
      {
        filter: ['input'],
        visit(box, context) {
          context.setProperty(box, 'ariaLabel', box.properties['checked'] === true ? done : open)
        },
      },
    ],
  })
}

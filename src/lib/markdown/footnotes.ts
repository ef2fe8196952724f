import { defineHastPlugin } from 'satteri'

/** Id of the heading above footnotes; ids of other headings have no capitals. */
export const FOOTNOTES_ID = 'Footnotes'

const LABEL = 'footnote-label'

/** Hides the heading above footnotes visually, under an id that no text can have. */
export const footnotes = defineHastPlugin({
  name: 'footnotes',
  element: [
    {
      filter: ['h2'],
      visit(node, context) {
        if (node.properties['id'] !== LABEL) return
        context.setProperty(node, 'id', FOOTNOTES_ID)
        context.setProperty(node, 'className', ['visually-hidden'])
      },
    },
    {
      filter: ['a'],
      visit(node, context) {
        if (node.properties['ariaDescribedBy'] === undefined) return
        context.setProperty(node, 'ariaDescribedBy', FOOTNOTES_ID)
      },
    },
  ],
})

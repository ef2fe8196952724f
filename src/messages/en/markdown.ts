/** Messages that Markdown adds to a text, in the language of the text. */
export const markdown = {
  /** Titles of `> [!NOTE]` alerts, as on GitHub. */
  alerts: {
    note: 'Note',
    tip: 'Tip',
    important: 'Important',
    warning: 'Warning',
    caution: 'Caution',
  },
  /** Names of the boxes of a task list, for screen readers. */
  tasks: { done: 'Done', open: 'Not done' },
  /** Heading of the footnotes, for screen readers. */
  footnotes: 'Footnotes',
  /** Name of the link from a footnote back to its sign; `{reference}` is its number. */
  back: 'Back to reference {reference}',
}

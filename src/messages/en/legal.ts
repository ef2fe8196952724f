/** Messages around the legal texts. */
export const legal = {
  effective: 'Effective from',
  contents: 'On this page',
  untranslated: 'This text has not been translated yet. You are reading the English text.',
}

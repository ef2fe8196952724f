/**
 * Shows what belongs to one state of a page: elements name their states in `data-for`. The heading
 * takes the focus where something was done, so that a screen reader says what came of it.
 */
export function showState(page: HTMLElement, state: string, isDone = true): void {
  page.dataset['state'] = state
  for (const part of page.querySelectorAll<HTMLElement>('[data-for]')) {
    part.hidden = !(part.dataset['for'] ?? '').split(' ').includes(state)
  }
  if (isDone) page.querySelector<HTMLElement>('h1')?.focus()
}

/** Shows the parts of a page with this state in `data-for`; focuses the heading after an action. */
export function showState(page: HTMLElement, state: string, isDone = true): void {
  page.dataset['state'] = state
  for (const part of page.querySelectorAll<HTMLElement>('[data-for]')) {
    part.hidden = !(part.dataset['for'] ?? '').split(' ').includes(state)
  }
  if (isDone) page.querySelector<HTMLElement>('h1')?.focus()
}

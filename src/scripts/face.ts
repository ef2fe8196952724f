/** Shows a picture, else the initial of a name, else the sign that is drawn there. */
export function showFace(place: Element | null | undefined, name: string, picture: string): void {
  const face = place?.querySelector('.face') ?? place
  const [initial = ''] = name
  const letter = face?.querySelector('b')
  if (letter) {
    letter.textContent = initial
    letter.hidden = initial === '' || picture !== ''
  }
  face?.querySelector('img')?.remove()
  if (picture !== '') {
    const image = new Image(32, 32)
    image.alt = ''
    image.src = picture
    // A logo may be on a host that does not answer.
    image.addEventListener('error', () => showFace(place, name, ''), { once: true })
    face?.append(image)
  }
  face?.querySelector('svg')?.toggleAttribute('hidden', initial !== '' || picture !== '')
}

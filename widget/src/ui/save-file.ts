/** Saves a text as a file, in the folder of the browser's downloads. */
export function saveFile(name: string, text: string, type: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  // By then the download has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

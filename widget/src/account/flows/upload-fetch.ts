/** Makes a `fetch` that reports upload progress from 0 to 1; it supports only the options that the client uses. */
export function createUploadFetch(onProgress: (share: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const giveUp = (): void => request.abort()
      const address = input instanceof Request ? input.url : String(input)
      request.open(init.method ?? 'GET', address)
      request.withCredentials = init.credentials === 'include'
      request.responseType = 'text'
      new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value))
      request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
        if (lengthComputable) onProgress(loaded / total)
      })
      request.addEventListener('load', () => {
        resolve(
          new Response(request.responseText, {
            status: request.status,
            headers: readHeaders(request.getAllResponseHeaders()),
          }),
        )
      })
      request.addEventListener('error', () => reject(new TypeError('upload failed')))
      request.addEventListener('abort', () => {
        reject(new DOMException('The upload was given up.', 'AbortError'))
      })
      init.signal?.addEventListener('abort', giveUp, { once: true })
      request.send(init.body instanceof FormData ? init.body : null)
    })
}

function readHeaders(text: string): Headers {
  const headers = new Headers()
  for (const line of text.split('\r\n')) {
    const at = line.indexOf(':')
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim())
  }
  return headers
}

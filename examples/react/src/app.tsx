import { useState, type ReactNode } from 'react'
import 'passport-login'
import type {} from 'passport-login/react'

const server = 'http://localhost:4321'

export function App(): ReactNode {
  const [lang, setLang] = useState<'en' | 'ja'>('en')
  const [name, setName] = useState('')
  const isEnglish = lang === 'en'
  return (
    <main>
      <h1>A React page</h1>
      <p>
        <button id="language" onClick={() => setLang(isEnglish ? 'ja' : 'en')}>
          {isEnglish ? '日本語' : 'English'}
        </button>
      </p>
      {name === '' && (
        <passport-login
          aid={1002}
          server={server}
          methods="password"
          lang={lang}
          onpassport-success={(event) => {
            // Without this the element says itself who signed in.
            event.preventDefault()
            setName(event.detail.user.name)
          }}
        />
      )}
      <output id="status">{name !== '' && `Signed in as ${name}.`}</output>
    </main>
  )
}

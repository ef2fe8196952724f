import { cookies, headers } from 'next/headers'
import { aid, readSession, redirectUri, server } from '../passport.js'

export default async function Page() {
  const user = readSession((await cookies()).get('session')?.value)
  if (user) return <p>Signed in as {user.name}.</p>
  const given = await headers()
  return (
    <>
      <script type="module" src={`${server}/passport-login.js`} nonce={given.get('x-nonce')} />
      <passport-login
        aid={aid}
        view="hosted"
        redirect-uri={redirectUri}
        state={given.get('x-state')}
        code-challenge={given.get('x-challenge')}
      />
    </>
  )
}

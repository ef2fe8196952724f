import type { Source } from './foreign-account.ts'
import { auth0 } from './sources/auth0.ts'
import { betterAuth } from './sources/better-auth.ts'
import { clerk } from './sources/clerk.ts'
import { django } from './sources/django.ts'
import { firebase } from './sources/firebase.ts'
import { keycloak } from './sources/keycloak.ts'
import { csv, json, ndjson } from './sources/mapped.ts'
import { passport } from './sources/passport.ts'
import { supabase } from './sources/supabase.ts'
import { wordpress } from './sources/wordpress.ts'

/** Every source by the word that operators type. */
export const sources: ReadonlyMap<string, Source> = new Map(
  Object.entries({
    auth0,
    'better-auth': betterAuth,
    clerk,
    csv,
    django,
    firebase,
    json,
    keycloak,
    ndjson,
    passport,
    supabase,
    wordpress,
  }),
)

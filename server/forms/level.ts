import { recoverForm, type FormPayload, type levelForm } from '#protocol/forms.ts'
import type { Level } from '#protocol/sign-in-methods.ts'
import { levelAddress } from '../lib/level-address.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { ownerOf } from '../sign-in/sign-in.ts'
import { levelUnreachable, methodsReaching } from '../two-step/account-level.ts'
import { levelOf } from '../two-step/levels.ts'
import { isRecentlyAuthenticated } from '../two-step/step-up.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Page } from '../pages/page.ts'
import {
  nextOf,
  problemOf,
  rejectionName,
  typedCode,
  type FormAnswer,
  type FormContext,
  type FormHandler,
} from './form.ts'
import { askForApp, checkSecondStep, stepPage, type AskingForm } from './second-step.ts'
import { openFormSession, signInAddress, withSession } from './session.ts'
import { withWebId } from './web-id.ts'

type Payload = FormPayload<typeof levelForm>

const PATH = '/form/level' as const

/** `/form/level`: asks for the code that a page wants before it lets a session on, and raises it. */
export const level: FormHandler<typeof levelForm> = (form, posted) => {
  const { level: wanted = 2, next = '/', prompt } = form
  const isAsked = prompt === 'recent'
  return withSession(posted, levelAddress(posted, wanted, next, isAsked), async (session) => {
    const context = withWebId(posted)
    const onwards = nextOf(context, next, '/')
    const isOld = isAsked && !isRecentlyAuthenticated(context, session)
    if (levelOf(session) >= wanted && !isOld) return { redirect: onwards }
    const { account } = session
    const names = (await methodsReaching(context.services, account, wanted)).map(({ name }) => name)
    if (names.length === 0) throw levelUnreachable(context.services, wanted)
    const hasCodes = names.includes('authenticatorApp') || names.includes('recoveryCode')
    const bySigningIn = signInAddress(context, onwards, 'recent')
    if (!hasCodes && !names.includes('passkey')) return { redirect: bySigningIn }
    // A passkey needs scripts, and is taken by the sign-in page.
    if (!hasCodes) {
      const isNew = isRecentlyAuthenticated(context, session)
      return { page: passkeyPage(context, bySigningIn, wanted, isNew) }
    }
    const links = names.includes('passkey')
      ? [{ href: bySigningIn, text: pageMessages[context.language].byPasskey }]
      : []
    const asking: AskingForm = {
      action: PATH,
      fieldsOf: (ticket) => ({ ticket, level: String(wanted), next, prompt }),
    }
    const answer =
      form.ticket === undefined
        ? { page: await askForApp(context, asking, account) }
        : await raise(context, session, asking, { ...form, ticket: form.ticket }, onwards)
    return 'page' in answer
      ? { ...answer, page: { ...answer.page, links, ...leadingTo(context, onwards) } }
      : answer
  })
}

/**
 * Leads on to the sign-in page by itself where scripts run, unless she comes from there; says what to do
 * where they do not.
 */
function passkeyPage(
  { language, services }: FormContext,
  signIn: string,
  wanted: Level,
  isNew: boolean,
): Page {
  const { choosePasskey, needPasskey, needPasskeyOrCode, proceed, recover, verify } =
    pageMessages[language]
  // Neither codes nor a recovery reach the highest level.
  const hasOthers = wanted < 3
  const isLost = hasOthers && services.config.RECOVERY_HOURS > 0
  const lost = { href: `${recoverForm.path}?language=${language}`, text: recover.link }
  return {
    title: verify,
    ...(isNew && { notice: choosePasskey }),
    text: hasOthers ? needPasskeyOrCode : needPasskey,
    links: [
      { href: signIn, text: proceed, id: 'continue', isNext: true },
      ...(isLost ? [lost] : []),
    ],
    ...(!isNew && { script: `location.replace(document.getElementById('continue').href)` }),
  }
}

// Browsers follow the redirect of a posted form only to origins that its page names.
function leadingTo({ app }: FormContext, onwards: string): Pick<Page, 'formsLeadTo'> {
  const address = URL.parse(onwards, 'http://localhost')?.searchParams.get('redirect_uri') ?? ''
  return app.redirects.includes(address) ? { formsLeadTo: new URL(address).origin } : {}
}

async function raise(
  context: FormContext,
  session: LiveSession,
  asking: AskingForm,
  { code, ticket }: Payload & { ticket: string },
  redirect: string,
): Promise<FormAnswer> {
  try {
    const step = { ticket, code: code && typedCode(code) }
    const proof = await checkSecondStep(context, PATH, step)
    if (proof.accountId !== session.accountId) throw new PassportError('ticket_expired')
    const prove = async (tx: FormContext['services']) => {
      await proof.use(tx)
      return await ownerOf(tx, session)
    }
    await openFormSession(context, prove, proof.method)
    return { redirect }
  } catch (error) {
    if (rejectionName(error) === 'ticket_expired') throw error
    const state = code === undefined ? {} : { problem: problemOf(error, context) }
    return { page: await stepPage(context, asking, ticket, state) }
  }
}

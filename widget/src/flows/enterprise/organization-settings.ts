import { atom, type ReadableAtom } from 'nanostores'
import { tellActing } from '../../acting.ts'
import {
  createOrganization,
  deleteOrganization,
  freezeOrganization,
  organizationInfo,
  updateOrganization,
  uploadLogo,
} from '#protocol/web/organizations.ts'
import type { EnterpriseMessages } from '../../messages/enterprise-messages.ts'
import { wholeCrop } from '../crop.ts'
import { createFormAction, type FormAction } from '../form-action.ts'
import { formText } from '../form-text.ts'
import { readPicture, writeSquare } from '../picture-file.ts'
import type { OrganizationStore } from './organization-store.ts'

export interface OrganizationSettingsFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  $isSaved: ReadableAtom<boolean>
  /** Updates the number of members. */
  load(): Promise<boolean>
  save(form: FormData): Promise<boolean>
  /** Cuts the middle square out of a picture and uploads it as the logo. */
  uploadLogo(file: File): Promise<boolean>
  removeLogo(): Promise<boolean>
  askFreeze(): void
  askDelete(): void
}

/** Creating an organization. */
export interface FoundingFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  create(form: FormData): Promise<boolean>
}

const logoErrors = { file_type: 'logo', file_size: 'logo' }

const nameErrors = {
  organization_name_taken: 'subject_name',
  text_refused: 'subject_name',
  bad_parameter: 'subject_name',
}

/** Makes the form of one console; the person acts for the new organization from then on. */
export function createFoundingFlow(store: OrganizationStore, t: EnterpriseMessages): FoundingFlow {
  const { instance } = store
  const formAction = createFormAction(instance, nameErrors)
  return {
    $isBusy: formAction.$isBusy,
    $formError: formAction.$formError,
    create(form) {
      const call = { subject_name: formText(form, 'subject_name').trim() }
      if (call.subject_name === '') {
        return Promise.resolve(formAction.setFieldError('subject_name', t.invitations.needName))
      }
      return formAction.run(async (signal) => {
        const reply = await instance.client().send(createOrganization, call, { signal })
        const { subject_uid: id, subject_name: name } = reply
        tellActing(instance.$settings.get().server, { id, name })
        await store.load()
      })
    },
  }
}

export function createOrganizationSettingsFlow(
  store: OrganizationStore,
  t: EnterpriseMessages,
): OrganizationSettingsFlow {
  const formAction = createFormAction(store.instance, { ...nameErrors, ...logoErrors })
  // Apart, because the form can be used meanwhile.
  const loading = createFormAction(store.instance, {})
  const $isSaved = atom(false)

  function organization(): { name: string; members: string } {
    const state = store.$state.get()
    if (state.at !== 'ready') return { name: '', members: '' }
    const { subject_name: name, deputy_count: count } = state.organization
    return { name, members: t.members.count(count) }
  }

  return {
    $isSaved,
    $isBusy: formAction.$isBusy,
    $formError: formAction.$formError,
    load: () =>
      loading.run(async (signal) => {
        const before = store.$state.get()
        const loaded = await store.send(organizationInfo, {}, { signal })
        // A change that was saved meanwhile is newer.
        if (store.$state.get() === before) store.setOrganization(loaded)
      }),
    async save(form) {
      $isSaved.set(false)
      const isDone = await formAction.run(async (signal) => {
        const call = { subject_name: formText(form, 'subject_name').trim() }
        store.setOrganization(await store.send(updateOrganization, call, { signal }))
      })
      $isSaved.set(isDone)
      return isDone
    },
    async uploadLogo(file) {
      formAction.clear()
      const read = await readPicture(file)
      if (read.is !== 'picture') return formAction.setFieldError('logo', t.settings.logo.wrong)
      return await formAction.run(async (signal) => {
        const files = { logo: await writeSquare(read.bitmap, wholeCrop) }
        store.setOrganization(await store.send(uploadLogo, {}, { signal, files }))
        store.showNotice(t.settings.logo.done)
      })
    },
    removeLogo: () =>
      formAction.run(async (signal) => {
        const call = { base_infos: { logo_url: '' } }
        store.setOrganization(await store.send(updateOrganization, call, { signal }))
        store.showNotice(t.settings.logo.removed)
      }),
    askFreeze() {
      const { name, members } = organization()
      const words = t.settings.freeze
      store.ask({
        title: words.title(name),
        text: words.text(members),
        button: words.button,
        isDanger: true,
        act: async (signal) => {
          await store.send(freezeOrganization, { is_frozen: 1 }, { signal })
          return words.done(name)
        },
        after: () => void store.load(),
      })
    },
    askDelete() {
      const { name, members } = organization()
      const words = t.settings.remove
      store.ask({
        title: words.title(name),
        text: words.text(members),
        button: words.button,
        isDanger: true,
        typed: { label: words.typed(name), text: name, wrong: words.wrong },
        act: async (signal) => {
          await store.send(deleteOrganization, { confirm_name: name }, { signal })
          return words.done(name)
        },
        after: () => void store.load(),
      })
    },
  }
}

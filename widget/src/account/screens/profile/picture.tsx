import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { Account } from '../../../client/calls/account.ts'
import { wholeCrop, type Crop } from '../../../ui/flows/crop.ts'
import type { PictureFlow, PictureStep } from '../../flows/profile.ts'
import { ActionButton } from '../../../ui/button.tsx'
import { fieldErrorOf } from '../../../ui/flows/form-error.ts'
import { useFrame, useMessages } from '../../../ui/frame.tsx'
import { FieldError } from '../../../ui/field-error.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { FileInput } from '../../../ui/file-input.tsx'
import { Logo } from '../../../ui/logo.tsx'
import { RemotePicture } from '../../../ui/remote-picture.tsx'
import { ActionNotice, Cancel } from '../account/parts.tsx'
import { Cropper } from './cropper.tsx'

const SMALL_PX = 96
/** How many pictures our own server offers, so that they have their room before they come. */
const usual = { round: 12, wide: 6 }

/** Shows, crops and uploads the person's picture. */
export function Picture(props: { flow: PictureFlow; user: Account }): ReactNode {
  const { flow, user } = props
  const t = useMessages().profile
  const step = useStore(flow.$step)
  const choose = useRef<HTMLInputElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // After cropping, focus returns to the button that started it.
    if (step.at === 'shown' && wasOpen.current) choose.current?.focus()
    wasOpen.current = step.at !== 'shown'
  }, [step.at])
  if (step.at !== 'shown') return <Crops flow={flow} step={step} />
  return (
    <div {...partProps('group')}>
      <div {...partProps('listed')}>
        <div {...partProps('avatar')}>
          <Avatar user={user} />
          <Chooser flow={flow} inputRef={choose} />
        </div>
        <ActionNotice formAction={flow} />
      </div>
      <ReadyPictures flow={flow} title={t.ready} shape="round" nameOf={t.choosePicture} />
    </div>
  )
}

/** The person's picture, or the first letter of their name. */
export function Avatar({ user }: { user: Account }): ReactNode {
  return <Logo url={user.pictureUrl} name={user.name} part="avatar-picture" />
}

function Chooser(props: {
  flow: PictureFlow
  inputRef: RefObject<HTMLInputElement | null>
}): ReactNode {
  const { flow, inputRef } = props
  const { prefix, messages } = useFrame()
  const t = messages.profile
  const error = fieldErrorOf(useStore(flow.$formError), 'picture')
  const id = `${prefix}-picture`
  return (
    <div
      {...partProps('field')}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const [file] = event.dataTransfer.files
        if (file) void flow.choose(file)
      }}
    >
      <FileInput
        id={id}
        inputRef={inputRef}
        hintId={`${id}-hint`}
        isWrong={error !== undefined}
        onChoose={flow.choose}
      >
        {t.choose}
      </FileInput>
      <p {...partProps('hint')} id={`${id}-hint`}>
        {t.drop}
      </p>
      <FieldError id={id} error={error} isAlert />
    </div>
  )
}

/** Pictures that anybody may take, each a button. */
export function ReadyPictures(props: {
  flow: Pick<PictureFlow, 'ready' | '$isBusy' | 'take'>
  title: string
  shape: 'round' | 'wide'
  nameOf: (number: number) => string
}): ReactNode {
  const { flow, shape } = props
  const { rows, step } = useStore(flow.ready.$state)
  const isBusy = useStore(flow.$isBusy)
  const isComing = step === 'loading' && rows.length === 0
  if (rows.length === 0 && !isComing) return null
  return (
    <fieldset {...partProps('choices')}>
      <legend {...partProps('label')}>{props.title}</legend>
      <div {...partProps('ready-list', `ready-${shape}`)}>
        {isComing &&
          Array.from({ length: usual[shape] }, (_, at) => (
            <span key={at} {...partProps('ready')}>
              <canvas {...partProps('ready-picture')} width={SMALL_PX} height={SMALL_PX} />
            </span>
          ))}
        {rows.map((picture, at) => (
          <button
            key={picture.key}
            type="button"
            {...partProps('ready')}
            aria-label={props.nameOf(at + 1)}
            aria-disabled={isBusy || undefined}
            onClick={() => void flow.take(picture)}
          >
            <RemotePicture url={picture.url} part="ready-picture" sidePx={SMALL_PX} />
          </button>
        ))}
      </div>
    </fieldset>
  )
}

function Crops(props: {
  flow: PictureFlow
  step: Exclude<PictureStep, { at: 'shown' }>
}): ReactNode {
  const { flow, step } = props
  const { messages } = useFrame()
  const t = messages.profile
  const [crop, setCrop] = useState<Crop>(wholeCrop)
  const title = useRef<HTMLHeadingElement>(null)
  const isUploading = step.at === 'upload'
  useEffect(() => title.current?.focus(), [])
  const percent = isUploading ? Math.round(step.share * 100) : 0
  return (
    <div {...partProps('group')}>
      <h3 {...partProps('subheading')} ref={title} tabIndex={-1}>
        {t.crop}
      </h3>
      <Cropper bitmap={step.bitmap} isDisabled={isUploading} crop={crop} onCrop={setCrop} />
      {isUploading && <progress {...partProps('progress')} max={100} value={percent} />}
      <output {...partProps('hint')}>{isUploading ? t.uploading(percent) : null}</output>
      <ActionButton isBusy={isUploading} onClick={() => flow.upload(crop)}>
        {t.use}
      </ActionButton>
      <ActionNotice formAction={flow} />
      {!isUploading && <Cancel onClick={flow.cancel} />}
    </div>
  )
}

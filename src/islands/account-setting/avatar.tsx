import { useEffect, useRef, useState, type ChangeEvent, type ReactElement } from 'react'
import toast from 'react-hot-toast/headless'
import type { User } from '#protocol/objects.ts'
import { uploadAvatar } from '#protocol/web/profile.ts'
import { useAccountPage } from './context.ts'
import { encodePicture, readPicture } from './picture.ts'
import { useAction } from './use-action.ts'

interface Props {
  user: User
  onChange: (user: User) => void
}

/** The picture of the person, and a way to try another one before it is sent. */
export function Avatar({ user, onChange }: Props): ReactElement {
  const { client, words } = useAccountPage()
  const [bitmap, setBitmap] = useState<ImageBitmap>()
  const canvas = useRef<HTMLCanvasElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const action = useAction()
  const t = words.profile

  // A canvas shows the preview, as the security policy allows no `blob:` pictures.
  useEffect(() => {
    const target = canvas.current
    if (!target || !bitmap) return
    target.width = bitmap.width
    target.height = bitmap.height
    target.getContext('2d')?.drawImage(bitmap, 0, 0)
  }, [bitmap])

  async function choose(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = event.currentTarget.files?.[0]
    event.currentTarget.value = ''
    if (!file) return
    const read = await readPicture(file)
    if (read.is === 'picture') setBitmap(read.bitmap)
    else toast.error(read.is === 'too-large' ? t.pictureTooLarge : t.pictureUnreadable)
  }

  async function send(): Promise<void> {
    const source = canvas.current
    if (!source) return
    const isSaved = await action.run(async () => {
      const avatar = await encodePicture(source)
      const { url } = await client.send(uploadAvatar, {}, { files: { avatar } })
      onChange({ ...user, avatar_url: url })
    }, t.pictureSaved)
    if (isSaved) close()
  }

  function close(): void {
    setBitmap(undefined)
    input.current?.focus()
  }

  return (
    <div className="avatar">
      {bitmap ? (
        <canvas ref={canvas} className="avatar-picture">
          {t.preview}
        </canvas>
      ) : user.avatar_url ? (
        <img className="avatar-picture" src={user.avatar_url} alt="" width="88" height="88" />
      ) : (
        <span className="avatar-picture" aria-hidden="true">
          {Array.from(user.name)[0] ?? '?'}
        </span>
      )}
      <div className="avatar-actions">
        {bitmap ? (
          <p className="buttons">
            <button
              className="button small"
              aria-disabled={action.isRunning}
              onClick={() => void send()}
            >
              {action.isRunning ? t.saving : t.pictureUse}
            </button>
            <button className="button small quiet" onClick={close}>
              {t.pictureCancel}
            </button>
          </p>
        ) : (
          <label className="button small quiet file">
            {t.choose}
            <input
              ref={input}
              type="file"
              accept="image/png,image/jpeg,image/webp,image/gif"
              onChange={(event) => void choose(event)}
            />
          </label>
        )}
        <p className="field-hint">{t.pictureHint}</p>
      </div>
    </div>
  )
}

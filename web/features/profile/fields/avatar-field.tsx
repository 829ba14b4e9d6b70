import { Camera, CircleX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import type { ProfileDraft } from '#web/features/profile/draft/draft.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { haptic } from '#web/telegram/index.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { TextButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { askDialog } from '#web/ui/overlays.ts'
import styles from './avatar-field.module.css'

/** Dialog that explains why a picture was rejected. */
export function useAvatarRefusal() {
  const { t } = useTranslation()
  return (flaw: AvatarFlaw) => {
    haptic('error')
    return askDialog({
      icon: CircleX,
      tone: 'bad',
      wide: true,
      locked: true,
      title: t('upload.tooBigTitle'),
      text: t(flaw === 'tooBig' ? 'upload.tooBig' : 'upload.onlyPng'),
      confirm: t('common.close'),
    })
  }
}

type AvatarFieldProps = {
  me: Me
  avatar: ProfileDraft['avatar']
  onChange: (avatar: Blob | null) => void
}

/**
 * Avatar with a file picker. A new picture is previewed at once and uploaded when the form is saved. Without an own
 * picture the avatar is the Telegram photo.
 */
export function AvatarField({ me, avatar, onChange }: AvatarFieldProps) {
  const { t } = useTranslation()
  const showRefusal = useAvatarRefusal()
  const input = useRef<HTMLInputElement>(null)
  const preview = useObjectUrl(avatar instanceof Blob ? avatar : null)
  const pictureUrl = preview ?? (avatar === null ? me.photo_url : me.avatar_url)
  const pickFile = async (file: File | undefined) => {
    if (!file) return
    const picture = await prepareAvatar(file)
    if (typeof picture === 'string') void showRefusal(picture)
    else onChange(picture)
  }
  const removeAvatar = () => {
    // The "remove" button disappears together with the picture, so the focus moves to the file input.
    input.current?.focus()
    onChange(null)
  }
  return (
    <Card className={styles.card}>
      <label className={styles.face}>
        <Avatar key={pictureUrl} id={me.id} name={me.full_name} src={pictureUrl} size={88} />
        <span className={styles.camera}>
          <Camera />
        </span>
        <input
          ref={input}
          type="file"
          accept="image/*"
          className="visually-hidden"
          aria-label={t('profileEdit.avatar')}
          onChange={(event) => {
            void pickFile(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </label>
      <p className="cap muted">{t('profileEdit.avatarHint')}</p>
      {avatar !== null && (
        <TextButton onClick={removeAvatar}>
          {t(me.photo_url ? 'profileEdit.telegramPhoto' : 'profileEdit.removeAvatar')}
        </TextButton>
      )}
    </Card>
  )
}

/** Returns an object URL for the preview of a picture that is not uploaded yet. */
function useObjectUrl(blob: Blob | null): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return setUrl(undefined)
    const objectUrl = URL.createObjectURL(blob)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [blob])
  return url
}

type AvatarFlaw = 'tooBig' | 'onlyPng'

/**
 * Prepares an avatar: a PNG is sent unchanged, any other image is cropped to a square PNG.
 * @returns an error if the file is no image, or is a PNG over the size limit
 */
async function prepareAvatar(file: File): Promise<Blob | AvatarFlaw> {
  const isPng = file.type === limits.avatar.type || /\.png$/i.test(file.name)
  if (isPng && file.size > limits.avatar.bytes) return 'tooBig'
  const image = await createImageBitmap(file).catch(() => null)
  if (!image) return 'onlyPng'
  return isPng ? file : cropToSquare(image)
}

const maxSide = 1024

/**
 * Crops the centre of an image to a square PNG of at most 1,024 px. Halves its side until the file fits the size limit.
 */
async function cropToSquare(image: ImageBitmap, maxSize = maxSide): Promise<Blob | AvatarFlaw> {
  const squareSize = Math.min(image.width, image.height)
  const size = Math.min(squareSize, maxSize)
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const left = (image.width - squareSize) / 2
  const top = (image.height - squareSize) / 2
  canvas.getContext('2d')?.drawImage(image, left, top, squareSize, squareSize, 0, 0, size, size)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, limits.avatar.type)
  })
  if (!blob) return 'onlyPng'
  return blob.size > limits.avatar.bytes ? cropToSquare(image, size / 2) : blob
}

import { Camera, CircleX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import type { ProfileDraft } from '#web/features/profile/draft/draft.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { haptic } from '#web/telegram/index.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { TextButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { askDialog } from '#web/ui/overlays.ts'
import styles from './avatar-field.module.css'
import { type AvatarFlaw, prepareAvatar } from './picture.ts'

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
 * Avatar with a picker. The new picture is previewed at once and uploaded on saving. Without an own picture
 * the Telegram photo is shown.
 */
export function AvatarField({ me, avatar, onChange }: AvatarFieldProps) {
  const { t } = useTranslation()
  const refuse = useAvatarRefusal()
  const input = useRef<HTMLInputElement>(null)
  const preview = useObjectUrl(avatar instanceof Blob ? avatar : null)
  const face = preview ?? (avatar === null ? me.photo_url : me.avatar_url)
  const pick = async (file: File | undefined) => {
    if (!file) return
    const picture = await prepareAvatar(file)
    if (typeof picture === 'string') void refuse(picture)
    else onChange(picture)
  }
  const remove = () => {
    // The button disappears with the picture, so the focus moves to its neighbour.
    input.current?.focus()
    onChange(null)
  }
  return (
    <Card className={styles.card}>
      <label className={styles.face}>
        <Avatar key={face} id={me.id} name={me.full_name} src={face} size={88} />
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
            void pick(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </label>
      <p className="cap muted">{t('profileEdit.avatarHint')}</p>
      {avatar !== null && (
        <TextButton onClick={remove}>
          {t(me.photo_url ? 'profileEdit.telegramPhoto' : 'profileEdit.removeAvatar')}
        </TextButton>
      )}
    </Card>
  )
}

/** Object URL for the preview of a picture that is not uploaded yet. */
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

import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import styles from './avatar.module.css'
import { cx } from './class-names.ts'

type AvatarProps = { id: number; name: string; src?: string | null; size?: 32 | 44 | 56 | 88 }

/**
 * A photo, or initials on one of seven gradients. Initials appear after 600 ms, so that they do not flash before a
 * photo that loads fast. They are drawn by the style sheet, because they are no words of the button or link around them.
 */
export function Avatar({ id, name, src, size = 44 }: AvatarProps) {
  const [photo, setPhoto] = useState<'loading' | 'shown' | 'failed'>(src ? 'loading' : 'failed')
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), limits.avatarFallback.ms)
    return () => clearTimeout(timer)
  }, [])
  const hasInitials = photo === 'failed' || (isLate && photo !== 'shown')
  return (
    <span
      className={cx(styles.avatar, styles[`s${size}`], styles[`g${(id % 7) + 1}`])}
      data-initials={hasInitials ? initials(name) : undefined}
      aria-hidden="true"
    >
      {src && photo !== 'failed' && (
        <img
          src={src}
          alt=""
          data-shown={photo === 'shown' || undefined}
          onLoad={() => setPhoto('shown')}
          onError={() => setPhoto('failed')}
        />
      )}
    </span>
  )
}

function initials(name: string): string {
  const words = name
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .split(' ')
    .filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('')
}

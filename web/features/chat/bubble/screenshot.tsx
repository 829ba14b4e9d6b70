import { useRef, useState } from 'react'
import { isExpired } from '#web/features/files/addresses.ts'
import { renewFileUrls } from '#web/features/files/renew-addresses.ts'
import { cx } from '#web/ui/class-names.ts'
import styles from './shots.module.css'

/** Image of a photo tile. An expired URL is renewed once; a failed image leaves an empty frame. */
export function PhotoImage({ src }: { src: string }) {
  const isRenewed = useRef(false)
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      className={cx(failed === src && styles.failed)}
      onError={() => {
        setFailed(src)
        if (isRenewed.current || !isExpired(src)) return
        isRenewed.current = true
        void renewFileUrls().catch(() => undefined)
      }}
    />
  )
}

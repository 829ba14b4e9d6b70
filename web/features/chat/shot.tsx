import { useRef, useState } from 'react'
import { isOver } from '#web/features/files/addresses.ts'
import { renewAddresses } from '#web/features/files/renew-addresses.ts'
import { cx } from '#web/ui/class-names.ts'
import styles from './shots.module.css'

/** The picture of a tile: an address that is over is asked for again, and its frame stays where it cannot be had. */
export function Shot({ src }: { src: string }) {
  const isAsked = useRef(false)
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
        if (isAsked.current || !isOver(src)) return
        isAsked.current = true
        void renewAddresses().catch(() => undefined)
      }}
    />
  )
}

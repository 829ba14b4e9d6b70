import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { cx } from './class-names.ts'
import { dropToast, type Overlays } from './overlays.ts'
import styles from './toast.module.css'

type Toast = NonNullable<Overlays['toast']>

/** The live region is always mounted, because screen readers do not announce the content of a new region. */
export function ToastRegion({ toast }: { toast: Toast | null }) {
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {toast && <ToastView key={toast.id} {...toast} />}
    </div>
  )
}

/**
 * The visible toast. It disappears after two seconds. Hovering or focusing pauses the timer, and a click dismisses the
 * toast.
 */
function ToastView({ id, text, tone = 'good', icon, action, ms = limits.toast.ms }: Toast) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dropToast(id), ms)
    return () => clearTimeout(timer)
  }, [isHeld, id, ms])
  const Icon = icon ?? (tone === 'bad' ? CircleX : CircleCheck)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only pauses the timer; the button inside is the control
    <div
      className={cx(styles.toast, tone === 'bad' && styles.bad)}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <button type="button" className={styles.text} onClick={() => dropToast(id)}>
        <Icon />
        {text}
      </button>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            action.run()
            dropToast(id)
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  )
}

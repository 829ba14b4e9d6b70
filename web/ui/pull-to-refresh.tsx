import { ArrowDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { holdSwipes } from '#web/telegram/index.ts'
import styles from './pull-to-refresh.module.css'
import { Spinner } from './spinner.tsx'

/** Distance in pixels that the list is pulled down to trigger a refresh. The finger moves twice as far. */
const enoughPx = 64

type PullProps = { label: string; onRefresh: () => Promise<unknown> }

/** Reloads a list when it is pulled down at its top. */
export default function PullToRefresh({ label, onRefresh }: PullProps) {
  const [pulled, setPulled] = useState(0)
  const [isRefreshing, setRefreshing] = useState(false)
  const latest = useRef(onRefresh)
  useEffect(() => {
    latest.current = onRefresh
  })
  useEffect(() => {
    let startY: number | null = null
    let distance = 0
    const onTouchStart = ({ touches, target }: TouchEvent) => {
      const isOverDialog =
        target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]')
      startY =
        window.scrollY <= 0 && touches.length === 1 && !isOverDialog ? (touches[0]?.clientY ?? null) : null
    }
    const onTouchMove = ({ touches }: TouchEvent) => {
      if (startY === null) return
      distance = window.scrollY > 0 ? 0 : Math.max(0, ((touches[0]?.clientY ?? startY) - startY) / 2)
      setPulled(Math.min(distance, enoughPx))
    }
    const end = () => {
      const isEnough = startY !== null && distance >= enoughPx
      startY = null
      distance = 0
      setPulled(0)
      if (!isEnough) return
      setRefreshing(true)
      void latest.current().finally(() => setRefreshing(false))
    }
    const releaseSwipes = holdSwipes()
    window.addEventListener('touchstart', onTouchStart, { passive: true })
    window.addEventListener('touchmove', onTouchMove, { passive: true })
    window.addEventListener('touchend', end)
    window.addEventListener('touchcancel', end)
    return () => {
      releaseSwipes()
      window.removeEventListener('touchstart', onTouchStart)
      window.removeEventListener('touchmove', onTouchMove)
      window.removeEventListener('touchend', end)
      window.removeEventListener('touchcancel', end)
    }
  }, [])
  if (isRefreshing)
    return (
      <div className={styles.pulled} role="status" aria-label={label}>
        <Spinner />
      </div>
    )
  return pulled === 0 ? null : (
    <div className={styles.pulled} style={{ height: pulled }} aria-hidden="true">
      <ArrowDown style={{ rotate: `${pulled < enoughPx ? 0 : 180}deg`, opacity: pulled / enoughPx }} />
    </div>
  )
}

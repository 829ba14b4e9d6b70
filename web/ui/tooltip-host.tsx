import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import styles from './tooltip.module.css'

const distance = 8
const edge = 12

type Tooltip = { text: string; left: number; top: number }

const findTooltipTarget = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null

function place(button: HTMLElement): Tooltip {
  const { left, width, top, bottom } = button.getBoundingClientRect()
  const middle = Math.min(Math.max(left + width / 2, edge), window.innerWidth - edge)
  const isBelow = bottom + 40 < window.innerHeight
  return {
    text: button.dataset.tip ?? '',
    left: middle,
    top: isBelow ? bottom + distance : top - distance - 30,
  }
}

/**
 * Tooltips of icon buttons, for a mouse that rests 700 ms; the next one opens at once within 300 ms. One host
 * serves all buttons. Screen readers use the button's label instead.
 */
export function TooltipHost() {
  const [tip, setTip] = useState<Tooltip | null>(null)
  useEffect(() => {
    let hovered: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let isShown = false
    let leftAt = Number.NEGATIVE_INFINITY
    const hide = () => {
      clearTimeout(timer)
      if (isShown) leftAt = Date.now()
      isShown = false
      setTip(null)
    }
    const enter = (event: PointerEvent) => {
      const next = event.pointerType === 'mouse' ? findTooltipTarget(event.target) : null
      if (next === hovered) return
      hide()
      hovered = next
      if (!next) return
      const wait = Date.now() - leftAt <= limits.tooltip.skipMs ? 0 : limits.tooltip.ms
      timer = setTimeout(() => {
        if (!next.isConnected) return
        isShown = true
        setTip(place(next))
      }, wait)
    }
    const leaveByKey = ({ key }: KeyboardEvent) => key === 'Escape' && hide()
    document.addEventListener('pointerover', enter)
    document.addEventListener('pointerdown', hide)
    document.addEventListener('keydown', leaveByKey)
    window.addEventListener('scroll', hide, { passive: true, capture: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', enter)
      document.removeEventListener('pointerdown', hide)
      document.removeEventListener('keydown', leaveByKey)
      window.removeEventListener('scroll', hide, { capture: true })
    }
  }, [])
  if (!tip) return null
  return (
    <div className={styles.tooltip} role="tooltip" aria-hidden style={{ left: tip.left, top: tip.top }}>
      {tip.text}
    </div>
  )
}

import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import styles from './tooltip.module.css'

const distance = 8
const edgePx = 12

type Tooltip = { text: string; left: number; top: number }

const findTooltipTarget = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null

function tooltipOf(button: HTMLElement): Tooltip {
  const { left, width, top, bottom } = button.getBoundingClientRect()
  const middle = Math.min(Math.max(left + width / 2, edgePx), window.innerWidth - edgePx)
  const isBelow = bottom + 40 < window.innerHeight
  return {
    text: button.dataset.tip ?? '',
    left: middle,
    top: isBelow ? bottom + distance : top - distance - 30,
  }
}

/**
 * Renders the tooltips of all icon buttons. A tooltip opens when the mouse rests for 700 ms, and the tooltip of another
 * button opens at once within the next 300 ms. Screen readers use the button's label instead.
 */
export function TooltipHost() {
  const [tooltip, setTooltip] = useState<Tooltip | null>(null)
  useEffect(() => {
    let hovered: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let isShown = false
    let leftAt = Number.NEGATIVE_INFINITY
    const hideTooltip = () => {
      clearTimeout(timer)
      if (isShown) leftAt = Date.now()
      isShown = false
      setTooltip(null)
    }
    const onPointerOver = (event: PointerEvent) => {
      const nextTarget = event.pointerType === 'mouse' ? findTooltipTarget(event.target) : null
      if (nextTarget === hovered) return
      hideTooltip()
      hovered = nextTarget
      if (!nextTarget) return
      const waitMs = Date.now() - leftAt <= limits.tooltip.skipMs ? 0 : limits.tooltip.ms
      timer = setTimeout(() => {
        if (!nextTarget.isConnected) return
        isShown = true
        setTooltip(tooltipOf(nextTarget))
      }, waitMs)
    }
    const leaveByKey = ({ key }: KeyboardEvent) => key === 'Escape' && hideTooltip()
    document.addEventListener('pointerover', onPointerOver)
    document.addEventListener('pointerdown', hideTooltip)
    document.addEventListener('keydown', leaveByKey)
    window.addEventListener('scroll', hideTooltip, { passive: true, capture: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', onPointerOver)
      document.removeEventListener('pointerdown', hideTooltip)
      document.removeEventListener('keydown', leaveByKey)
      window.removeEventListener('scroll', hideTooltip, { capture: true })
    }
  }, [])
  if (!tooltip) return null
  return (
    <div
      className={styles.tooltip}
      role="tooltip"
      aria-hidden
      style={{ left: tooltip.left, top: tooltip.top }}
    >
      {tooltip.text}
    </div>
  )
}
